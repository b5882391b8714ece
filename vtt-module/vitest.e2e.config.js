// Real browsers: one file after the other, with time for a cold start.
export default { test: { include: ["test/e2e/**/*.test.js"], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false } };
