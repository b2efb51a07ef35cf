import { growth } from '../../../../scripts/growth.mjs';
import { hasDecorators } from './has-decorators.js';

it.each([
  '@tool class A {}',
  'class A { @tool forecast() {} }',
  'export class A {\n\t/** Weather. */\n\t@tool forecast(city) {}\n}',
  'class A { /** Weather. */ @tool forecast() {} }',
  'class A { x = 1;@tool() forecast() {} }',
  'class A { @(a.b) c; }',
  'class A { @ /* odd */ été() {} }',
  'class A {\n  @\n  tool\n  forecast() {} }',
  'export default @a class {}',
  'export @a class B {}',
  `const s = "@"; const t = \`\${class { @a b() {} }}\`;`,
  'const r = /[/@"]/g; class A { @a b() {} }',
  'const n = a / b; class A { @a b() {} } c / d;',
  'class A { accessor x = 1 }',
  'class A { static accessor #x = 1 }',
  'class A { accessor "x y" = 1 }',
])('finds decorators in %j', (code) => {
  expect(hasDecorators(code)).toBe(true);
});

it.each([
  '',
  'class A { forecast() {} }',
  '// @tool\nclass A {}',
  '/* @tool class A {} */ class B {}',
  '/**\n * Weather.\n * @tool\n */\nclass A {}',
  `const s = " @tool class A {}", t = ' @tool', u = \` @tool \${s} @tool \`;`,
  'const r = / @tool class/g; const q = [/@/, / @/];',
  'export default "class A { @tool forecast() {} }";',
  'import x from "@scope/package"; class A {}',
  'const accessor = 1; accessor in {}; accessor instanceof A; x.accessor; accessor\nfoo; accessor++; accessor(1)',
  'class A { accessor() {} accessor2 = accessor => 1; }',
  'class A { accessor\n x = 1 }',
])('finds none in %j', (code) => {
  expect(hasDecorators(code)).toBe(false);
});

it.each([
  '@',
  ' @',
  '\n * @',
  ' /* @',
  `\`\${`,
  '{',
  '(',
  '/',
  '<a>',
  'accessor ',
  'accessor\t\t',
  ' *',
  '\n *',
  '"@',
  "'",
  '*/',
  '[/@',
])('is linear in the length of %j, repeated', async (piece) => {
  const read = (length: number): void => {
    hasDecorators(`class A {} // a @x\n${' '.repeat(length / 4)}${piece.repeat(length / piece.length)}`);
  };
  expect(await growth(read, [16_000, 64_000, 256_000])).toBe('linear');
});
