/** ES modules that Toolwright imports, and itself: as CommonJS, Jest runs them once they are compiled. */
const ES_MODULES = [
  'toolwright/',
  '@toolwright/',
  'chalk/',
  'fast-string-width/',
  'fast-string-truncated-width/',
];

/**
 * `preset: '@toolwright/unplugin'` for Jest: codegen before the tests; `./weather.js` is found in `weather.ts`; and the packages that are
 * ES modules only can be required, where Jest runs CommonJS. What compiles the sources is left to the project.
 */
export default {
  globalSetup: '@toolwright/unplugin/jest',
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  transform: { '[/\\\\]node_modules[/\\\\].+\\.m?js$': '@toolwright/unplugin/jest-transform' },
  transformIgnorePatterns: [
    // `.pnpm` is a folder of more such folders.
    `[/\\\\]node_modules[/\\\\](?!${['.pnpm/', ...ES_MODULES].map(pathPattern).join('|')})`,
  ],
};

function pathPattern(path: string): string {
  return path.replaceAll('.', '\\.').replaceAll('/', '[/\\\\]');
}
