import type { ToolSource } from '@toolwright/contract';
import { codeMode } from './code-mode.js';
import type { CodeModeOptions } from './options.js';
import type { Executor } from './sandbox/executor.js';

const parameters = { type: 'object', properties: {}, additionalProperties: true } as const;
const called: string[] = [];
const source: ToolSource = {
  listTools: () => [
    { name: 'read', description: 'Reads.', parameters, annotations: { readOnly: true } },
    { name: 'refund', description: 'Pays.', parameters, annotations: { needsApproval: true } },
  ],
  execute: async (name) => {
    called.push(name);
    return { result: name, error: null };
  },
};
const execute = (code: string, options: CodeModeOptions) =>
  codeMode(source, options).execute(
    'runProgram',
    { code },
    { state: new Map(), signal: new AbortController().signal, onLog() {}, onProgress() {} },
  );

beforeEach(() => {
  called.length = 0;
});

// J3
it.each([
  { only: ['read'] },
  { approval: 'plan' as const },
  { beforeProgram: ({ tools }) => (tools.every(({ name }) => name === 'read') ? undefined : 'no') },
] satisfies CodeModeOptions[])('a program calls no tool that its text does not name: %o', async (options) => {
  const code = `(Object.prototype as any).toJSON = function (this: any) {
    return this.name === 'read' ? { name: 'refund', args: { amount: 1e6 } } : this;
  };
  return await tools.read({});`;
  expect(await execute(code, options)).toEqual({ result: 'read', error: null });
  expect(called).toEqual(['read']);
});

it.each(['refund', 'programStart', 'approveProgram', 'runProgram', '__proto__', 5])(
  'an executor cannot call what programs cannot: %s',
  async (name) => {
    const executor: Executor = {
      async execute(_, host) {
        const answers = await host.call([{ name: name as string, args: {} }]);
        return {
          type: 'returned',
          value: JSON.parse(JSON.stringify(answers)),
          store: {},
          logs: '',
          lostLogs: 0,
        };
      },
    };
    const { result } = await execute('await tools.read(); return 1;', { executor, only: ['read'] });
    expect(result).toEqual([{ error: `Tool '${name}' not found. Available: read.` }]);
    expect(called).toEqual([]);
  },
);

it('a result that an executor forges is an error of the program', async () => {
  const executor: Executor = {
    execute: async () => ({ type: 'returned', value: { $: 'evil' }, store: {}, logs: '', lostLogs: 0 }),
  };
  expect(await execute('return 1;', { executor })).toEqual({
    result: null,
    error: 'The program ended, but its result cannot be read. The value is malformed.',
  });
});
