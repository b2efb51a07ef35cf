// L4
import { checkProgram } from '../../../tools/src/check-program.test.support.js';
import * as evals from '../index.js';
import { defineEval } from '../index.js';

it('exports exactly what is documented', () => {
  expect(Object.keys(evals).sort()).toEqual([
    'attacks',
    'calls',
    'compareWithBaseline',
    'contains',
    'cost',
    'dataset',
    'defineEval',
    'duration',
    'exact',
    'failedReport',
    'gates',
    'hasSelected',
    'injections',
    'isEval',
    'judge',
    'lockFolder',
    'makeFolder',
    'matches',
    'mutateTexts',
    'observedAgent',
    'printBaseline',
    'printJUnit',
    'printMarkdown',
    'printTable',
    'printTexts',
    'readBaseline',
    'runEval',
    'schema',
    'toBaseline',
    'tokens',
  ]);
});

it.each([
  [{ agent: () => {}, cases: [] }, "An eval needs a 'name'."],
  [{ name: 'n', cases: [] }, "The eval 'n' needs an 'agent': a function that creates one."],
  [{ name: 'n', agent: () => {} }, "The 'cases' of the eval 'n' must be a list or a dataset('file')."],
  [
    { name: 'n', agent: () => {}, cases: [], repetitions: 0 },
    "'repetitions' is 0, but must be a whole number of at least 1.",
  ],
  [{ name: 'n', agent: () => {}, cases: [], budget: { token: 1 } }, "'token'"],
  [
    { name: 'n', agent: () => {}, cases: [], scorers: [{ name: 'x' }] },
    "Scorer 1 of the eval 'n' is not a scorer.",
  ],
  [{ name: 'n', agent: () => {}, cases: [], repetition: 1 }, "'repetition'"],
])('refuses %j', (definition, message) => {
  expect(() => defineEval(definition as never)).toThrow(message);
});

const PROGRAM = `
import type { Manifest, RunResult, ToolContext } from '@toolwright/contract';
import { Agent } from '@toolwright/core';
import { ToolRegistry } from '@toolwright/tools';
import { type Attempt, calls, contains, dataset, defineEval } from '../index.js';

interface User { readonly id: number }
declare class Shop {
  find(city: string, limit?: number): string;
  refund(order: number, context: ToolContext<User>): boolean;
}
interface Types {
  find: { args: { city: string; limit?: number }; returns: string; of: Shop };
  refund: { args: { order: number }; returns: boolean; of: Shop; context: User };
}
declare const manifest: Manifest<Types>;
const toolRegistry = new ToolRegistry(manifest).registerFrom(null! as Shop);
type Registry = typeof toolRegistry;
const agent = () => new Agent({ llmClient: null!, toolRegistry });
const plain = async () => new Agent({ llmClient: null! });
const own = () => ({ run: async (input: { q: string }): Promise<RunResult> => null! });
const near = { name: 'near', score: ({ case: { expected = 0 } }: Attempt<number>) => expected > 1 };
const name = 'n';
`;

const check = (code: string): readonly string[] => checkProgram(PROGRAM + code, import.meta.dirname).messages;

it('refuses budgets that are no numbers', () => {
  const agent = () => ({ run: () => Promise.reject(new Error('not run')) });
  expect(() => defineEval({ name: 'n', agent, cases: [], budget: { tokens: Number.NaN } })).toThrow(
    "The budget's 'tokens' is NaN, but must be at least 0.",
  );
});

it('infers input, context and expectation', () => {
  expect(
    check(`
defineEval({ name, agent, cases: [{ id: 'a', input: 'x', context: { id: 7 }, expected: 'y' }], scorers: [contains()] });
defineEval({ name, agent: plain, cases: [{ id: 'a', input: 'x' }], scorers: [({ result }) => result.finalResponse !== ''] });
defineEval({ name, agent: own, cases: [{ id: 'a', input: { q: 'x' }, expected: 3 }], scorers: [near, contains('x')] });
defineEval({ name, agent, cases: dataset('cases.csv'), scorers: [contains()] });
defineEval({ name, agent, cases: dataset('cases.csv', ({ q }) => ({ id: String(q), input: 'x', context: { id: 1 } })) });
calls.inOrder<Registry>('find', ['find', { city: 'Oslo' }]);
calls.contains<Registry>('refund', { order: 7 });
calls.none<Registry>();
calls.precision<Registry>(['find'], 0.5);
calls.inOrder('anything', ['other', { x: 1 }]);
`),
  ).toEqual([]);
});

it.each([
  ["defineEval({ name, agent, cases: [{ id: 'a', input: 'x' }] });", "Property 'context' is missing"],
  [
    "defineEval({ name, agent, cases: [{ id: 'a', input: 'x', context: { id: '7' } }] });",
    "Type 'string' is not assignable to type 'number'",
  ],
  [
    "defineEval({ name, agent: own, cases: [{ id: 'a', input: 'x' }] });",
    "Type 'string' is not assignable to type '{ q: string; }'",
  ],
  [
    "defineEval({ name, agent: plain, cases: [{ id: 'a', input: 7 }] });",
    "Type 'number' is not assignable to type 'RunInput'",
  ],
  [
    "defineEval({ name, agent: own, cases: [{ id: 'a', input: { q: 'x' }, expected: 'three' }], scorers: [near] });",
    "is not assignable to type 'number'",
  ],
  ["calls.inOrder<Registry>('fnd');", '\'"fnd"\' is not assignable'],
  ["calls.exactly<Registry>(['find', { town: 'Oslo' }]);", "'town' does not exist"],
  ["calls.contains<Registry>('find', { limit: '3' });", "Type 'string' is not assignable to type"],
])('refuses %s', (code, message) => {
  const [first, ...others] = check(code);
  expect(first).toContain(message);
  expect(others).toEqual([]);
});
