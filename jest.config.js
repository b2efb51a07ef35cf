/** Jest runs the TypeScript sources as ES modules; workspace packages resolve to their sources, so no build can be stale. */
export default {
  testEnvironment: '<rootDir>/scripts/jest-environment.mjs',
  // For machines that are busy: what hangs is found all the same.
  testTimeout: 60_000,
  // ES modules of a finished suite stay in memory (7 to 13 MB each): a worker that holds too many is replaced.
  workerIdleMemoryLimit: '1200MB',
  extensionsToTreatAsEsm: ['.ts'],
  setupFilesAfterEnv: ['<rootDir>/scripts/jest-properties.mjs'],
  resolver: '<rootDir>/scripts/jest-resolver.cjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/dist/',
    '/fixtures/',
    // CI runs the tests on two versions of Node; these do not depend on it and run once.
    ...(process.env.SKIP_ONCE_TESTS ? ['\\.once\\.test\\.ts$'] : []),
  ],
  // The stand-ins have the name of the package.
  modulePathIgnorePatterns: ['/dist/', '/fixtures/lint/toolwright/', '/fixtures/effects/flows/toolwright/'],
  transform: {
    '^.+\\.c?ts$': [
      'ts-jest',
      { useESM: true, tsconfig: '<rootDir>/tsconfig.jest.json', diagnostics: false },
    ],
  },
  moduleNameMapper: {
    '^typescript$': '<rootDir>/scripts/shared-typescript.cjs',
    '^@ts-morph/common$': '<rootDir>/scripts/shared-ts-morph-common.cjs',
    '^create-toolwright$': '<rootDir>/packages/create-toolwright/src/index.ts',
    '^toolwright$': '<rootDir>/packages/toolwright/src/index.ts',
    '^toolwright/([\\w-]+)$': '<rootDir>/packages/toolwright/src/$1.ts',
    '^@toolwright/codegen$': '<rootDir>/tools-codegen/src/index.ts',
    '^@toolwright/(\\w+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@toolwright/(\\w+)/(\\w+)$': '<rootDir>/packages/$1/src/$2.ts',
  },
};
