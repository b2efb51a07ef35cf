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

/** How much longer eight times the text takes: 8 if linear, 64 if quadratic. */
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
])('is linear in the length of %j, repeated', (piece) => {
  const time = (length: number): number => {
    const code = `class A {} // a @x\n${' '.repeat(length / 4)}${piece.repeat(length / piece.length)}`;
    const begun = performance.now();
    hasDecorators(code);
    return performance.now() - begun;
  };
  time(16_000);
  const small = Math.min(time(32_000), time(32_000), time(32_000));
  const large = Math.min(time(256_000), time(256_000));
  expect(large).toBeLessThan(Math.max(small, 5) * 30);
});
