import type { RunEntry, StudioEvent } from '../../../src/protocol/studio-event.js';
import { RunSteps } from '../../../src/timeline/run-steps.js';
import type { ToolStep } from '../../../src/timeline/step.js';
import { plannedTools } from './planned-tools.js';
import {
  callsText,
  codeStart,
  findProgram,
  findTypes,
  linesOf,
  makerOf,
  problemsIn,
} from './shown-program.js';

const plan = [
  { name: 'listOrders', isRepeated: false, line: 1 },
  { name: 'refund', isRepeated: true, line: 3 },
  { name: 'refund', isRepeated: false, line: 5 },
];

const DESCRIPTION = 'Runs a program.\n\n````ts\n/** ```ts\n * ``` */\ndeclare const tools: {\n};\n````';

function recordOf(tools: object): RunSteps {
  const call = (callId: string, name: string, args: object, parentCallId?: string): StudioEvent => ({
    ...{ type: 'tool-call', callId, name, arguments: JSON.stringify(args) },
    ...(parentCallId && { parentCallId }),
  });
  const request = { exchange: 'x', method: 'POST', url: 'u', headers: {}, body: JSON.stringify(tools) };
  const events: StudioEvent[] = [
    { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 1 },
    { type: 'wire-request', ...request },
    call('c', 'runProgram', { code: 'x' }),
    call('c/1', 'approveProgram', { code: 'x', calls: plan }, 'c'),
    call('c/2', 'refund', { order: 1 }, 'c'),
    call('c/3', 'refund', { order: 2 }, 'c'),
    call('c/4', 'hidden', {}, 'c'),
  ];
  const record = new RunSteps();
  record.add(
    events.map((event, at): RunEntry => ({ sequence: at + 1, at, run: { runId: 'r', agent: 'a' }, event })),
  );
  return record;
}

const callOf = (record: RunSteps, callId: string): ToolStep => {
  const call = record.branches()[0]?.calls.get(callId);
  if (call === undefined) throw new Error(`No call '${callId}'.`);
  return call;
};

// J4
describe('a program in the arguments of a call', () => {
  it('is found with its plan', () => {
    expect(findProgram('{"code":"return 1"}')).toEqual({ code: 'return 1' });
    const args = { code: 'x', calls: plan, mayCallAny: true };
    expect(findProgram(JSON.stringify(args))).toEqual({ code: 'x', plan, mayCallAny: true });
  });

  it.each([
    '',
    '{"code":',
    '"code"',
    '{"code":1}',
    '{"code":"x","to":"all"}',
    '{"code":"x","mayCallAny":true}',
    '{"code":"x","calls":[{"name":"f","line":1}]}',
    '{"code":"x","calls":[{"name":"f","line":1,"isRepeated":false,"as":"admin"}]}',
    '{"code":"x","calls":[],"mayCallAny":"no"}',
  ])('is not found in %s, so that no member is hidden', (text) => {
    expect(findProgram(text)).toBeUndefined();
  });

  it('begins a line with its code', () => {
    const texts = [
      '{"code":"\\na(\\"b\\")\\n  c"}',
      `{"code":"${'\\n'.repeat(500_000)}x"}`,
      '{"code":1}',
      '{"code":"\u0001"}',
    ];
    expect(texts.map(codeStart)).toEqual(['a("b") c', '', undefined, undefined]);
  });

  it('has the tools of its plan once, with their lines', () => {
    expect(plannedTools(plan)).toEqual([
      { name: 'listOrders', places: 'line 1', isRepeated: false },
      { name: 'refund', places: 'line 3, 5', isRepeated: true },
    ]);
  });

  it('has its mistakes at their lines', () => {
    const error =
      'The program was not run. Correct it and call runProgram again.\n\nLine 3:37: Not there.\nMore.\n  a b\n    ^\n\nLine 4:1: Wrong.\n  c\n  ^\n\n… and 2 more errors.';
    expect(problemsIn(error)).toEqual([
      { line: 3, column: 37, message: 'Not there.\nMore.' },
      { line: 4, column: 1, message: 'Wrong.' },
    ]);
    expect(problemsIn('Line 1:1: thrown by a tool\n  a\n  ^')).toEqual([]);
  });
});

describe('a call of a program', () => {
  it('has the lines that may have made it, if somebody was asked about the program', () => {
    const record = recordOf({});
    expect(['c/2', 'c/4', 'c'].map((id) => linesOf(callOf(record, id)))).toEqual([[3, 5], [], []]);
  });

  it('that waits leads to its program by its id, also below a sub-agent', () => {
    const record = recordOf({});
    expect(
      ['c/7', 'guide/c/7', 'c', 'x/7', '/'.repeat(500_000)].map((id) => makerOf(record, id)?.callId),
    ).toEqual(['c', 'c', undefined, undefined, undefined]);
  });

  it('is counted by name', () => {
    expect(callsText(callOf(recordOf({}), 'c').inner)).toBe('4 calls: approveProgram, refund ×2, hidden');
  });
});

it.each([
  ['OpenAI (chat)', [{ type: 'function', function: { name: 'runProgram', description: DESCRIPTION } }]],
  ['OpenAI (responses), Anthropic', [{ name: 'other' }, { name: 'runProgram', description: DESCRIPTION }]],
  ['Gemini', [{ functionDeclarations: [{ name: 'runProgram', description: DESCRIPTION }] }]],
])('finds the types of the tools in a request of %s', (_, tools) => {
  const record = recordOf({ tools });
  expect(findTypes(record, callOf(record, 'c'))).toBe('/** ```ts\n * ``` */\ndeclare const tools: {\n};\n');
  expect(findTypes(record, callOf(record, 'c/2'))).toBeUndefined();
});
