import {
  createTypeProgram,
  findInput,
} from '../../../../packages/program/src/testing/type-program.test.fixture.js';
import { templatePattern } from './template-pattern.js';

const numbers =
  '0 1 -1 +5 .5 5. 5.25 -.5 007 1e3 1E-3 1e+3 .5e3 1e300 0x1F 0XaB 0o17 0b101 -0x1 0b2 . + - e1 1e 1.2.3 1_000 1n Infinity NaN px'.split(
    ' ',
  );
const NUMBER = ['$', '{number}'].join('');
const texts = ['', ' ', ' 5', '5 ', '\t5\n', ' 5 5', ...numbers];

describe('the pattern of a placeholder for numbers', () => {
  it.each(['#', '#px', 'v#.#', '#-#', '#e#', '#x', '#0'])(
    'accepts the same texts as the compiler: %s',
    (template) => {
      const file = '/virtual/input.ts';
      const compiler = createTypeProgram([], {
        [file]: `export type Input = \`${template.replaceAll('#', NUMBER)}\`;`,
      });
      const { type } = findInput(compiler, file);
      const pattern = new RegExp(templatePattern(compiler.ts, type) ?? 'none', 'u');
      const candidates = texts.flatMap((one) =>
        texts.map((other) => template.replace('#', one).replace('#', other)),
      );
      const isAccepted = (text: string): boolean =>
        compiler.checker.isTypeAssignableTo(compiler.checker.getStringLiteralType(text), type);
      const differing = [...new Set(candidates)].filter((text) => pattern.test(text) !== isAccepted(text));
      expect(differing).toEqual([]);
    },
  );
});
