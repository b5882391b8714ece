// Real browsers: one file after the other, with time for a cold start, and once more where a busy machine lost the race.
export default {
  test: {
    include: ["test/e2e/**/*.test.js"], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false, retry: 1,
    expect: { poll: { timeout: 25_000 } },
  },
};
