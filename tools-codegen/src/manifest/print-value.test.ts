import { type Compiler, evaluateConstant } from '@toolwright/program/compiler';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { printKey, printString, printValue } from './print-value.js';

/** Evaluates the printed literal as the generated module does. */
const run = (text: string): unknown => new Function(`return (${text});`)();

describe('printValue', () => {
  it('prints a literal with the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(run(printValue(json))).toEqual(json);
        expect(run(printValue(json, '          '))).toEqual(json);
      }),
    );
  });

  it('prints any string on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printString(text)).not.toMatch(/[\n\r]/);
        expect(run(printString(text))).toBe(text);
      }),
    );
    expect(printString('say "hi"')).toBe(`'say "hi"'`);
    expect(printString("it's")).toBe(`"it's"`);
  });

  it('prints __proto__ as a property and not as the prototype', () => {
    const value: unknown = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
    const back = run(printValue(value));
    expect(JSON.stringify(back)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });

  it('quotes keys only if necessary', () => {
    expect(['plain', '$ref', 'ünï', 'a-b', '1', ''].map(printKey)).toEqual([
      'plain',
      '$ref',
      'ünï',
      "'a-b'",
      "'1'",
      "''",
    ]);
  });

  it('spreads long values over several lines', () => {
    expect(printValue({ short: [1, 2], long: ['x'.repeat(60), 'y'.repeat(60)], none: undefined })).toBe(
      `{\n  short: [1, 2],\n  long: [\n    '${'x'.repeat(60)}',\n    '${'y'.repeat(60)}',\n  ],\n}`,
    );
  });
});

describe('evaluateConstant', () => {
  it('reads the text of printValue back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        fc.pre(!JSON.stringify(json).includes('"__proto__":'));
        const { compiler, expression } = parse(printValue(json));
        expect(evaluateConstant(compiler, expression)?.value).toEqual(json);
      }),
      { numRuns: 60 },
    );
  });
});

/** A literal needs no type checker, so an empty program is enough. */
function parse(text: string): { compiler: Compiler; expression: ts.Expression } {
  const file = ts.createSourceFile('literal.ts', `(${text});`, ts.ScriptTarget.ES2023, true);
  const [statement] = file.statements;
  if (statement === undefined || !ts.isExpressionStatement(statement)) throw new Error(text);
  const program = ts.createProgram({ rootNames: [], options: { noLib: true } });
  return { compiler: { ts, program, checker: program.getTypeChecker() }, expression: statement.expression };
}
