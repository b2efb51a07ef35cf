import type { ToolSpec } from '@toolwright/contract';
import ts from 'typescript';
import { codeMode } from '../code-mode.js';
import { printTools } from '../declarations/print-tools.js';
import { assertDeclared } from './assert-declared.js';
import { createCheck } from './checker.js';
import { createPlanReader } from './plan.js';

const spec = (name: string, output: object): ToolSpec => ({
  name,
  description: '',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  output,
  annotations: {},
});

/** So many combinations that the compiler gives up, and would then check nothing. */
const alternatives = (key: string): object => ({
  anyOf: [...Array(10).keys()].map((n) => ({ type: 'object', properties: { [`${key}${n}`]: { const: n } } })),
});
const impossible = { allOf: [...'abcdefgh'].map(alternatives) };

// J1
describe('declarations that do not compile', () => {
  it('end the call with an error that names the tool', async () => {
    const tools = [spec('fine', { type: 'string' }), spec('wide', impossible), spec('last', {})];
    const source = codeMode({ listTools: () => tools, execute: async () => ({ result: '', error: null }) });
    const execution = { signal: new AbortController().signal, state: new Map() } as never;
    await expect(
      source.execute('runProgram', { code: 'return await tools.fine();' }, execution),
    ).rejects.toMatchObject({
      code: 'INVALID_TOOL',
      blame: 'developer',
      message: expect.stringMatching(/^The declaration of the tool wide does not compile.*too complex/s),
    });
  });

  it('are found for each text of declarations', () => {
    const check = createCheck(ts, createPlanReader(ts));
    const good = printTools([{ spec: spec('fine', { type: 'string' }), codecs: undefined }]).text;
    const code = 'return await tools.fine();';
    const bad = `type Promise = string\n${good}`;
    expect(check(code, good).ok).toBe(true);
    const checked = check(code, bad);
    expect(() => assertDeclared(checked, bad)).toThrow("The declaration of the type 'Promise' of a tool");
    expect(check(code, bad)).toMatchObject({ ok: false, inDeclarations: true });
    const again = check(code, good);
    expect(again.ok).toBe(true);
    expect(() => assertDeclared(again, good)).not.toThrow();
  });
});
