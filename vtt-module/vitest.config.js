export default { test: { include: ["test/unit/**/*.test.js"], testTimeout: 5000 } };
