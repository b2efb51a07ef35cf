/** Toolwright, and the ES modules that it imports. Jest can only run them compiled to CommonJS. */
const ES_MODULES = [
  'toolwright/',
  '@toolwright/',
  'chalk/',
  'fast-string-width/',
  'fast-string-truncated-width/',
];

/**
 * `preset: '@toolwright/unplugin'` for Jest: runs codegen before the tests, resolves `./weather.js` to `weather.ts`, and compiles packages
 * that contain only ES modules. The project chooses what compiles its own sources.
 */
export default {
  globalSetup: '@toolwright/unplugin/jest',
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  transform: { '[/\\\\]node_modules[/\\\\].+\\.m?js$': '@toolwright/unplugin/jest-transform' },
  transformIgnorePatterns: [
    // `.pnpm` contains further `node_modules` folders.
    `[/\\\\]node_modules[/\\\\](?!${['.pnpm/', ...ES_MODULES].map(pathPattern).join('|')})`,
  ],
};

function pathPattern(path: string): string {
  return path.replaceAll('.', '\\.').replaceAll('/', '[/\\\\]');
}
