/** Jest runs the TypeScript sources; workspace packages resolve to their sources, so no build can be stale. */
export default {
  runner: '<rootDir>/scripts/jest-runner.mjs',
  runtime: '<rootDir>/scripts/jest-runtime.cjs',
  testEnvironment: '<rootDir>/scripts/jest-environment.mjs',
  // For machines that are busy: what hangs is found all the same.
  testTimeout: 600_000,
  // Modules and the programs that they keep stay in memory: a worker that holds too many is replaced.
  workerIdleMemoryLimit: '1800MB',
  setupFilesAfterEnv: ['<rootDir>/scripts/jest-properties.mjs'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/fixtures/'],
  // The stand-ins have the name of the package.
  modulePathIgnorePatterns: ['/dist/', '/fixtures/lint/toolwright/', '/effects/fixtures/flows/toolwright/'],
  transform: {},
};
