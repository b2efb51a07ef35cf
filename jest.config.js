import { OWN_SOURCES } from './scripts/own-sources.mjs';

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
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/fixtures/'],
  // The stand-ins have the name of the package.
  modulePathIgnorePatterns: ['/dist/', '/fixtures/lint/toolwright/', '/effects/fixtures/flows/toolwright/'],
  transform: {
    // As users compile decorators.
    '/packages/tools/src/decorator/[^/]+\\.ts$': [
      'ts-jest',
      { useESM: true, tsconfig: '<rootDir>/tsconfig.jest.json', diagnostics: false },
    ],
    '^.+\\.c?ts$': '<rootDir>/scripts/jest-transform.mjs',
  },
  moduleNameMapper: {
    '^typescript$': '<rootDir>/scripts/shared-typescript.cjs',
    '^@ts-morph/common$': '<rootDir>/scripts/shared-ts-morph-common.cjs',
    ...Object.fromEntries(Object.entries(OWN_SOURCES).map(([name, source]) => [name, `<rootDir>/${source}`])),
  },
};
