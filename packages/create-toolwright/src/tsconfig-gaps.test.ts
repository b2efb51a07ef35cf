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
  expect(tsconfigGaps(text)).toEqual(gaps);
});
