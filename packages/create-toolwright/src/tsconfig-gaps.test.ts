import { readTemplate } from './templates.js';
import { tsconfigGaps } from './tsconfig-gaps.js';

const INCLUDE = expect.stringContaining('"include"');
const TYPES = expect.stringContaining('"types"');
const RESOLUTION = expect.stringContaining('"moduleResolution"');

it.each([
  [readTemplate('base', 'tsconfig.json'), []],
  ['{}', [TYPES]],
  ['{ "extends": "./base.json" }', []],
  ['{ "extends": "./base.json", "compilerOptions": { "types": ["jest"] } }', [TYPES]],
  ['{ "compilerOptions": { "types": ["node", "jest"] }, "include": ["lib", "test/**/*"] }', [INCLUDE]],
  ['{ "compilerOptions": { "types": ["*"] }, "include": ["./src/**/*.ts"] }', []],
  ['{ "compilerOptions": { "types": ["node"] }, "include": ["**/*"] }', []],
  ['{ "compilerOptions": { "types": ["node"] }, "files": ["src/a.ts"] }', [INCLUDE]],
  ['{ "compilerOptions": { "types": ["node"], "moduleResolution": "Node" } }', [RESOLUTION]],
  ['// c\n{ /* "a" */ "compilerOptions": { "types": ["node"], "x": "//,}" , }, }', []],
  ['{ "compilerOptions": ', []],
  ['[]', []],
])('of %j', (text, gaps) => {
  expect(tsconfigGaps(text, true)).toEqual(gaps);
});

it('is only the module resolution if no program is added', () => {
  const text = '{ "compilerOptions": { "types": [], "moduleResolution": "node10" }, "include": ["lib"] }';
  expect(tsconfigGaps(text, false)).toEqual([RESOLUTION]);
});
