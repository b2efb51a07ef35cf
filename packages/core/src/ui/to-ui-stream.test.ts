import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { typedSchema } from '@toolwright/tools';
import { cases } from '../../../../scripts/thorough.mjs';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { approvalIdOf } from '../approval/decision.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { chunkedModel } from '../output/partial/chunked-model.test.support.js';
import { json, OSLO, ReportSchema } from '../output/report.test.support.js';
import { collect } from '../run/collect.test.support.js';
import type { RunStream } from '../run/stream/run-stream.js';
import { unendingModel } from '../run/unending-model.test.support.js';
import { toUIStream } from './to-ui-stream.js';
import type { ShownOutput, UIStreamOptions } from './ui-encoder.js';
import { agUi, chunksOf, framesOf, messageOf } from './ui-frames.test.support.js';

const SECRET = 'postgres://root:hunter2@db';
const script: readonly ScriptStep[] = [
  {
    reasoning: 'I must look.',
    text: 'One moment.',
    toolCalls: [{ name: 'look', arguments: { at: 'sky' } }, { name: 'fail' }],
  },
  'Seen it.',
];

const toolRegistry = stubTools(
  {
    look: (_args, { onProgress }) => {
      onProgress?.(50);
      return { seen: 'all' };
    },
    fail: () => {
      throw new Error(`Cannot reach ${SECRET}`);
    },
    pay: () => 'paid',
  },
  { pay: { needsApproval: true } },
);

function newRun(steps: readonly ScriptStep[] = script, config: Partial<AgentConfig> = {}): RunStream {
  return new Agent({ llmClient: scriptedModel(steps), toolRegistry, ...config }).runStream('go');
}

// H5
describe('toUIStream for AG-UI', () => {
  it('gives text, reasoning, tool calls and progress as valid events', async () => {
    const events = await agUi(newRun(), { threadId: 't' });
    expect(events[0]).toEqual({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
    const outline = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    const call = ['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END'];
    expect(outline).toEqual([
      'RUN_STARTED',
      ...['REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT'],
      ...['REASONING_MESSAGE_END', 'REASONING_END'],
      ...['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END'],
      ...[...call, ...call, 'CUSTOM', 'TOOL_CALL_RESULT'],
      ...['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'RUN_FINISHED'],
    ]);
    const results = events.filter(({ type }) => type === 'TOOL_CALL_RESULT');
    expect(results.map(({ content }) => content).sort()).toEqual([
      '{"error":"The tool failed."}',
      '{"seen":"all"}',
    ]);
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'success' }, result: { status: 'completed' } });
  });

  it('ends a paused run with an interrupt for each call', async () => {
    const run = newRun([{ toolCalls: [{ name: 'pay', arguments: { to: 'Ann' } }] }]);
    const events = await agUi(run);
    const { paused } = await run.result;
    const [pending] = paused?.pending ?? [];
    expect(events.slice(-4).map(({ type }) => type)).toEqual([
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ]);
    expect(events.at(-1)).toMatchObject({
      outcome: {
        type: 'interrupt',
        interrupts: [
          { id: approvalIdOf(paused?.runId, pending?.callId ?? ''), toolCallId: events.at(-2).toolCallId },
        ],
      },
    });
  });
});

describe('toUIStream for the AI SDK', () => {
  it('gives a message with text, reasoning and tools', async () => {
    const message = await messageOf(await chunksOf(newRun()));
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'I must look.', state: 'done' },
      { type: 'text', text: 'One moment.', state: 'done' },
      {
        type: 'dynamic-tool',
        toolName: 'look',
        state: 'output-available',
        input: { at: 'sky' },
        output: { seen: 'all' },
      },
      { type: 'dynamic-tool', toolName: 'fail', state: 'output-error', errorText: 'The tool failed.' },
      { type: 'step-start' },
      { type: 'text', text: 'Seen it.' },
    ]);
    expect(message).toMatchObject({ id: 'r', metadata: { status: 'completed' } });
  });

  it('asks for approval, and answers the call when the run is resumed', async () => {
    const agent = new Agent({
      llmClient: scriptedModel([{ toolCalls: [{ name: 'pay' }] }, 'Paid.']),
      toolRegistry,
    });
    const run = agent.runStream('go');
    const asked = await messageOf(await chunksOf(run));
    const { paused } = await run.result;
    const callId = paused?.pending[0]?.callId ?? '';
    const id = approvalIdOf(paused?.runId, callId);
    expect(asked?.parts.at(-1)).toMatchObject({ state: 'approval-requested', approval: { id } });
    const resumed = agent.resumeStream(paused, { [callId]: { approved: true } });
    const chunks = await chunksOf(resumed);
    const paid = { toolName: 'pay', state: 'output-available', output: 'paid' };
    const rest = [paid, { type: 'step-start' }, { type: 'text', text: 'Paid.' }];
    // A page that has lost the message.
    expect((await messageOf(chunks))?.parts).toMatchObject(rest);
    const message = await messageOf(chunks, asked);
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { toolName: 'pay', state: 'output-available', output: 'paid' },
      { type: 'step-start' },
      { type: 'text', text: 'Paid.' },
    ]);
  });

  it('shows the output of a run, and nothing of a refused attempt', async () => {
    const agent = new Agent({ llmClient: scriptedModel(['Bergen?', json]) });
    const chunks = await chunksOf(agent.runStream('go', { output: ReportSchema }));
    expect(JSON.stringify(chunks)).not.toContain('Bergen');
    expect((await messageOf(chunks))?.parts).toContainEqual({ type: 'data-output', data: OSLO });
  });
});

describe('partial outputs of toUIStream', () => {
  const REFUSED = '{"city": "Bergen", "days": "many"}';
  const start = (...replies: string[]) =>
    new Agent({ llmClient: chunkedModel(...replies.map((reply) => [...reply])) }).runStream('go', {
      output: ReportSchema,
      outputRetries: replies.length - 1,
    });
  const options: UIStreamOptions = { showPartialOutput: (value) => value };

  it('replace one data part of the AI SDK, also with a refusal', async () => {
    const chunks = await chunksOf(start(REFUSED, json), options);
    const parts = chunks.flatMap((chunk) => (chunk.type === 'data-partial-output' ? [chunk] : []));
    expect(new Set(parts.map(({ id }) => id))).toEqual(new Set(['r:output']));
    const datas = parts.map(({ data }) => data as ShownOutput);
    expect(datas).toContainEqual({ attempt: 1, state: 'streaming', value: { city: 'Berg' } });
    const refused = datas.findIndex(({ state }) => state === 'refused');
    expect(datas[refused]).toEqual({ attempt: 1, state: 'refused' });
    expect(datas.slice(refused + 1).every(({ attempt }) => attempt === 2)).toBe(true);
    const message = await messageOf(chunks);
    expect(message?.parts.filter(({ type }) => type.startsWith('data-'))).toEqual([
      { type: 'data-partial-output', id: 'r:output', data: { attempt: 2, state: 'accepted' } },
      { type: 'data-output', data: OSLO },
    ]);
  });

  it('replace one member of the state of AG-UI, also with a refusal', async () => {
    const state = { partialOutput: undefined as unknown, theirs: 1 };
    const seen: unknown[] = [];
    for (const event of await agUi(start(REFUSED, json), options)) {
      if (event.type !== 'STATE_DELTA') continue;
      expect(event.delta).toEqual([{ op: 'add', path: '/partialOutput', value: expect.anything() }]);
      state.partialOutput = event.delta[0].value;
      seen.push(state.partialOutput);
    }
    expect(seen).toContainEqual({ attempt: 1, state: 'refused' });
    expect(seen).toContainEqual({ attempt: 2, state: 'streaming', value: { city: 'Osl' } });
    expect(state).toEqual({ partialOutput: { attempt: 2, state: 'accepted' }, theirs: 1 });
  });

  it.each(['ag-ui', 'ai-sdk'] as const)(
    'are taken back before %s ends without an output',
    async (protocol) => {
      const frames = await framesOf(start(REFUSED), protocol, options);
      const refused = frames.findIndex((frame) => frame.includes('"refused"'));
      const ended = frames.findIndex((frame) => /"(RUN_(ERROR|FINISHED)|error|finish)"/.test(frame));
      expect(refused).toBeGreaterThan(-1);
      expect(ended).toBeGreaterThan(refused);
      expect(frames.slice(refused + 1).join()).not.toContain('Bergen');
    },
  );

  it.each(['ag-ui', 'ai-sdk'] as const)(
    'are sent in %s only when asked for, as they are shown',
    async (protocol) => {
      expect((await framesOf(start(json), protocol)).join()).not.toContain('streaming');
      const hidden = await framesOf(start(json), protocol, { showPartialOutput: () => undefined });
      expect(hidden.join()).not.toMatch(/streaming|accepted/);
      const masked = await framesOf(start(json), protocol, { showPartialOutput: () => ({ city: '…' }) });
      expect(masked.filter((frame) => frame.includes('streaming')).join()).not.toContain('Os');
      const fails = await framesOf(start(json), protocol, {
        showPartialOutput: () => {
          throw new Error(SECRET);
        },
      });
      expect(fails.join()).toContain('The run failed.');
      expect(fails.join()).not.toContain('hunter2');
    },
  );

  it.each(['ag-ui', 'ai-sdk'] as const)(
    'cost %s a bounded number of characters for each chunk',
    async (protocol) => {
      const schema: JsonSchema = {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      };
      for (const size of [2_000, cases(8_000, 32_000)]) {
        const text = JSON.stringify({ text: 'x'.repeat(size) });
        const agent = new Agent({ llmClient: chunkedModel([...text]) });
        const frames = await framesOf(agent.runStream('go', { output: schema }), protocol, options);
        const sent = frames.filter((frame) => frame.includes('streaming')).join('').length;
        expect(sent).toBeGreaterThan(size);
        expect(sent / text.length).toBeLessThan(300);
      }
    },
  );
});

describe.each(['ag-ui', 'ai-sdk'] as const)('toUIStream for %s', (protocol) => {
  it.each<AgentConfig['onFailure']>(['return', 'throw'])(
    'hides the details of errors with onFailure: %s',
    async (onFailure) => {
      const steps: ScriptStep[] = [
        { text: 'Hm', toolCalls: [{ name: 'fail' }] },
        { error: new Error(`No ${SECRET}`) },
      ];
      const shown = (await framesOf(newRun(steps, { onFailure }), protocol)).join('\n');
      expect(shown).toContain('The run failed.');
      expect(shown).not.toContain('hunter2');
      expect(shown).not.toContain('.ts:');
      const showError = (message: string) => message.toUpperCase();
      const told = (await framesOf(newRun(steps, { onFailure }), protocol, { showError })).join('\n');
      expect(told).toContain('CANNOT REACH');
      expect(told).toContain('NO POSTGRES');
    },
  );

  it('leaves out what is not to be shown', async () => {
    const frames = await framesOf(newRun(), protocol, {
      show: (event) => (event.type === 'reasoning-delta' ? undefined : event),
    });
    expect(frames.join()).not.toContain('must');
    expect(frames.join()).toContain('Seen');
  });

  it('aborts the run when its reader disconnects in the middle, and when it has not begun', async () => {
    const llmClient = unendingModel();
    const run = new Agent({ llmClient }).runStream('go');
    const reader = toUIStream(run, protocol).getReader();
    while (!String(new TextDecoder().decode((await reader.read()).value)).includes('One'));
    const waiting = reader.read();
    await reader.cancel();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(llmClient.signal?.aborted).toBe(true);
    expect(await run.result).toMatchObject({ status: 'aborted' });

    const other = newRun();
    await toUIStream(other, protocol).cancel();
    expect(await other.result).toMatchObject({ status: 'aborted', iteration: 0 });
  });

  it('reads no further than its reader', async () => {
    const llmClient = scriptedModel(script);
    const reader = toUIStream(new Agent({ llmClient, toolRegistry }).runStream('go'), protocol).getReader();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(llmClient.requests).toEqual([]);
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(llmClient.requests.length).toBeLessThan(2);
    await reader.cancel();
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a bigint', { n: 1n }],
    [
      'a value that throws',
      {
        toJSON() {
          throw new Error(SECRET);
        },
      },
    ],
  ])('stays valid when a tool gives %s as progress and as its result', async (_, value) => {
    const odd = stubTools({
      odd: (_args, { onProgress }) => {
        onProgress?.(value as JsonValue); // of plain JavaScript
        return value;
      },
    });
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'odd' }] }, 'Seen it.']);
    const run = new Agent({ llmClient, toolRegistry: odd }).runStream('go');
    const frames = protocol === 'ag-ui' ? await agUi(run) : await chunksOf(run);
    expect(JSON.stringify(frames)).toContain(' it.');
    expect(JSON.stringify(frames)).not.toContain('hunter2');
    expect(await run.result).toMatchObject({ status: 'completed' });
  });

  it('sends an output as its codecs write it', async () => {
    const schema = typedSchema<{ at: Date; count: bigint; names: Map<string, number> }>(
      'Odd',
      {
        type: 'object',
        properties: {
          at: { type: 'string', format: 'date-time' },
          count: { type: 'string' },
          names: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
      {
        value: {
          kind: 'object',
          properties: {
            at: { kind: 'date' },
            count: { kind: 'bigint' },
            names: { kind: 'map', form: 'object' },
          },
        },
      },
    );
    const output = { at: '2020-01-01T00:00:00.000Z', count: '12345678901234567890', names: { ann: 1 } };
    const agent = new Agent({ llmClient: scriptedModel([JSON.stringify(output)]) });
    const frames = (await framesOf(agent.runStream('go', { output: schema }), protocol)).slice(1);
    const values = frames.filter((frame) => frame !== '[DONE]').map((frame) => JSON.parse(frame));
    const sent = values.map(({ data, result }) => data ?? result?.output).filter((one) => one !== undefined);
    expect(sent).toEqual([output]);
  });

  it.each<[string, Partial<AgentConfig>, readonly ScriptStep[]]>([
    ['fails', { onFailure: 'throw' }, [{ error: new Error('down') }]],
    ['reaches a limit', { onLimit: 'throw', maxIterations: 1 }, [{ toolCalls: [{ name: 'look' }] }]],
  ])('has one end when a run that throws %s', async (_, config, steps) => {
    const types = protocol === 'ag-ui' ? /RUN_(FINISHED|ERROR)/ : /^(finish|error|abort)$/;
    const run = newRun(steps, config);
    const frames = protocol === 'ag-ui' ? await agUi(run) : await chunksOf(run);
    expect(frames.filter(({ type }) => types.test(type))).toHaveLength(1);
    expect(frames.at(-1)?.type).toMatch(types);
    await expect(run.result).rejects.toThrow();
  });

  it('refuses a run that is being read', async () => {
    const run = newRun();
    await collect(run);
    expect(() => toUIStream(run, protocol)).toThrow('already being read');
  });
});

it('refuses an unknown protocol', () => {
  expect(() => toUIStream(newRun(), 'sse' as 'ag-ui')).toThrow("'sse' is not a known protocol.");
});
