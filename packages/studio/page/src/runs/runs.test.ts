import * as fc from 'fast-check';
import type { RunEntry } from '../../../src/protocol/studio-event.js';
import { readLine } from '../../../src/record/read-line.js';
import { RunSteps } from '../../../src/timeline/run-steps.js';
import { HOSTILE_TEXT } from '../../test/fixture/hostile-texts.js';
import { longRun, richRun } from '../../test/fixture/run-lines.js';
import { shortenBase64 } from '../look/shorten-base64.js';
import { alignRuns } from './align-runs.js';
import { describeStep, stepDuration } from './describe-step.js';
import { layOut, placeBlocks } from './layout.js';
import { readWireMessages } from './read-wire-messages.js';
import { pan, reveal, ticks, zoomAt } from './time-window.js';

const AT = Date.UTC(2026, 10, 26);

function entriesOf(lines: string): RunEntry[] {
  return lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const entry = readLine(line);
      if (entry === undefined) throw new Error(`No entry: ${line}`);
      return { ...entry, sequence: index + 1 };
    });
}

function recordOf(lines: string): RunSteps {
  const record = new RunSteps();
  record.add(entriesOf(lines));
  return record;
}

// K2
it('makes steps of the events of a run, with the steps of a sub-run after the call that has started it', () => {
  const rows = recordOf(richRun('r', AT)).rows();
  expect(
    rows.map(({ step, depth }) => `${'  '.repeat(depth)}${step.kind} ${describeStep(step).title}`),
  ).toEqual([
    'start support',
    'model gpt-5-mini',
    'mark retry',
    'tool find_order',
    'tool track_parcel',
    'tool researcher',
    '  start researcher',
    '  model gpt-5-mini',
    '  tool search_terms',
    '  model gpt-5-mini',
    '  end completed',
    'mark policy no-internal-ids',
    'mark warning',
    'mark history shortened',
    'model gpt-5-mini',
    'end completed',
  ]);
});

it('keeps with a request to the model its retries, what went over the wire, and the usage', () => {
  const record = recordOf(richRun('r', AT));
  const models = record
    .rows()
    .flatMap(({ step, depth }) => (step.kind === 'model' && depth === 0 ? [step] : []));
  expect(models[0]).toMatchObject({
    retries: [{ attempt: 1 }],
    exchanges: [{ reply: { status: 429 } }, { reply: { status: 200 } }],
    usage: { cachedInputTokens: 1_024 },
    finishReason: 'tool-calls',
  });
  expect((models[0]?.endedAt ?? 0) - (models[0]?.startedAt ?? 0)).toBe(1_560);
  expect(models.map((step) => record.replyNumber(step))).toEqual([0, 1]);
});

it('is the same whether entries come one by one, in parts, or twice', () => {
  const entries = entriesOf(richRun('r', AT));
  const whole = new RunSteps();
  whole.add(entries);
  fc.assert(
    fc.property(fc.array(fc.nat(entries.length)), (cuts) => {
      const record = new RunSteps();
      let from = 0;
      for (const to of [...cuts.toSorted((a, b) => a - b), entries.length]) {
        record.add(entries.slice(Math.max(0, from - 3), to));
        from = to;
      }
      expect(record.rows()).toEqual(whole.rows());
    }),
  );
});

it('ends a request that failed when the next one begins', () => {
  const run = { runId: 'r', agent: 'a' };
  const record = new RunSteps();
  const call = { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 } as const;
  record.add([
    { sequence: 1, at: 10, run, event: call },
    { sequence: 2, at: 30, run, event: { ...call, iteration: 2 } },
  ]);
  expect(record.rows().map(({ step }) => step.endedAt)).toEqual([30, undefined]);
});

// K2
it('ends the open steps of an interrupted run, and opens them again when the run goes on', () => {
  const run = { runId: 'r', agent: 'a' };
  const record = new RunSteps();
  record.add([
    { sequence: 1, at: 10, run, event: { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 1 } },
    { sequence: 2, at: 30, run, event: { type: 'run-interrupted', reason: 'It was killed.' } },
  ]);
  const shown = () => record.rows().map(({ step }) => [describeStep(step).title, step.endedAt]);
  expect(shown()).toEqual([
    ['model', 30],
    ['ended without a result', 30],
  ]);
  record.add([{ sequence: 3, at: 50, run, event: { type: 'text-delta', text: 'On' } }]);
  expect(shown()).toEqual([
    ['model', undefined],
    ['ended without a result', 30],
  ]);
});

it('shows a forged record as damaged steps, and ends for runs that claim to be each other’s parents', () => {
  const record = new RunSteps();
  const forged = (runId: string, parent: string, sequence: number): RunEntry[] => {
    const run = { runId, agent: 'a', parentRunId: parent, parentCallId: 'c' };
    return [
      { sequence, at: sequence, run, event: { type: 'tool-call', callId: 'c', name: 't', arguments: '' } },
      // Logs of others are read as they are.
      {
        sequence: sequence + 1,
        at: 1,
        run,
        event: { type: 'run-start', input: [{ type: 'x' }], tools: 0 } as never,
      },
      { sequence: sequence + 2, at: 1, run, event: { type: 'retry' } as never },
    ];
  };
  record.add([...forged('r', 's', 1), ...forged('s', 'r', 4), ...forged('t', 't', 7)]);
  expect(record.rows()).toHaveLength(9);
  expect(() => record.rows().map(({ step }) => describeStep(step))).not.toThrow();
  expect(layOut(record, 100).bars.length).toBeLessThanOrEqual(9);
});

it('lays out the calls of a program below its bar, side by side where they overlap, and lists them below it', () => {
  const run = { runId: 'r', agent: 'a' };
  const outcome = { result: 1, error: null };
  const record = new RunSteps();
  const begin = (callId: string, parentCallId?: string) =>
    ({
      type: 'tool-call',
      callId,
      name: callId,
      arguments: '{}',
      ...(parentCallId && { parentCallId }),
    }) as const;
  const end = (callId: string) =>
    ({ type: 'tool-result', callId, name: callId, durationMs: 10, outcome }) as const;
  const inner = Array.from({ length: 100 }, (_, index) => `c${index}`);
  const events = [
    ...[begin('p'), begin('other'), begin('x', 'p'), begin('y', 'p'), end('x'), end('y')],
    ...inner.flatMap((id) => [begin(id, 'p'), end(id)]),
    ...[end('p'), end('other')],
  ];
  record.add(events.map((event, index) => ({ sequence: index + 1, at: index * 10, run, event })));
  const { bars, groups, lanes } = layOut(record, 5_000);
  const laneOf = (name: string) => bars.find(({ step }) => step.kind === 'tool' && step.name === name)?.lane;
  expect(['p', 'x', 'y', 'c0', 'c99', 'other'].map(laneOf)).toEqual([1, 2, 3, 2, 2, 4]);
  expect([lanes, groups]).toEqual([5, [{ lane: 2, lanes: 2, start: 0, end: 2_060 }]]);
  expect(record.rows().map(({ step, depth }) => [step.kind === 'tool' && step.name, depth])).toEqual([
    ...[
      ['p', 0],
      ['x', 1],
      ['y', 1],
    ],
    ...inner.map((id) => [id, 1]),
    ['other', 0],
  ]);
});

it('shows a chain of a thousand sub-runs, and a thousand calls side by side', () => {
  const record = new RunSteps();
  const entries = Array.from({ length: 1_000 }, (_, depth): RunEntry[] => {
    const run = {
      runId: `r${depth}`,
      agent: 'a',
      ...(depth > 0 && { parentRunId: `r${depth - 1}`, parentCallId: 'c' }),
    };
    return [
      {
        sequence: depth + 1,
        at: depth,
        run,
        event: { type: 'tool-call', callId: 'c', name: 't', arguments: '' },
      },
    ];
  });
  record.add(entries.flat());
  const run = { runId: 'r0', agent: 'a' };
  record.add(
    Array.from({ length: 1_000 }, (_, index) => ({
      sequence: 2_000 + index,
      at: 2_000,
      run,
      event: { type: 'tool-call', callId: `d${index}`, name: 't', arguments: '' } as const,
    })),
  );
  expect(record.rows()).toHaveLength(2_000);
  expect(layOut(record, 3_000).lanes).toBeLessThan(1_000);
});

it('shows no time of a step whose clock was set meanwhile', () => {
  const lines = richRun('r', AT).trim().split('\n');
  const jumps = lines.map((line, index) =>
    index === 0 || index === lines.length - 1
      ? line
      : line.replace(/"time":"\d+/, `"time":"${index % 2 === 0 ? '1068' : '2096'}`),
  );
  const record = recordOf(`${jumps.join('\n')}\n`);
  const { start, end } = layOut(record, AT);
  expect(end - start).toBeLessThan(60_000);
  for (const { step } of record.rows()) {
    const duration = stepDuration(step, AT) ?? 0;
    expect(duration).toBeGreaterThanOrEqual(0);
    expect(duration).toBeLessThan(60_000);
  }
});

it('puts no two bars that overlap into one lane', () => {
  const block = fc.record({
    start: fc.nat(1_000),
    length: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 60 }), (given) => {
      const blocks = given.map(({ start, length, height }) => ({ start, end: start + length, height }));
      const { lanes, count } = placeBlocks(blocks);
      blocks.forEach((one, index) => {
        const lane = lanes[index] ?? 0;
        expect(lane + one.height).toBeLessThanOrEqual(count);
        blocks.slice(0, index).forEach((other, at) => {
          const apart = one.end <= other.start || other.end <= one.start;
          const otherLane = lanes[at] ?? 0;
          expect(apart || lane + one.height <= otherLane || otherLane + other.height <= lane).toBe(true);
        });
      });
    }),
  );
});

it('lays out the calls of a run side by side, and a sub-run under its call', () => {
  const { bars, lanes } = layOut(recordOf(richRun('r', AT)), AT);
  const laneOf = (name: string) => bars.find(({ step }) => step.kind === 'tool' && step.name === name)?.lane;
  expect(['find_order', 'track_parcel', 'researcher', 'search_terms'].map(laneOf)).toEqual([1, 2, 3, 5]);
  expect(lanes).toBe(6);
});

it('makes steps and a layout of 10,000 events', () => {
  const entries = entriesOf(longRun('long', AT));
  expect(entries.length).toBeGreaterThan(10_000);
  const record = new RunSteps();
  record.add(entries);
  expect(record.rows()).toHaveLength(4_002);
  expect(layOut(record, AT).lanes).toBe(2);
});

it('aligns a run with itself without a difference, and finds the one step that differs', () => {
  const left = recordOf(richRun('r', AT)).rows();
  expect(
    alignRuns(left, recordOf(richRun('r', AT + 1_000)).rows()).every(({ verdict }) => verdict === 'same'),
  ).toBe(true);
  const changed = richRun('r', AT)
    .replace('"state":"sent"', '"state":"lost"')
    .replace(/^.*"type":"warning".*\n/m, '');
  const verdicts = alignRuns(left, recordOf(changed).rows()).filter(({ verdict }) => verdict !== 'same');
  expect(verdicts.map(({ verdict, left: row }) => [verdict, row && describeStep(row.step).title])).toEqual([
    ['changed', 'find_order'],
    ['left', 'warning'],
  ]);
});

it('zooms, pans and reveals within the whole', () => {
  const whole = { from: 0, to: 1_000 };
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(share, fc.double({ min: 0.1, max: 4, noNaN: true }))), (moves) => {
      let window = whole;
      for (const [at, factor] of moves) {
        window = pan(
          zoomAt(window, whole, window.from + (window.to - window.from) * at, factor),
          whole,
          at - 0.5,
        );
        expect(window.from).toBeGreaterThanOrEqual(-1e-6);
        expect(window.to).toBeLessThanOrEqual(1_000 + 1e-6);
        expect(window.to - window.from).toBeGreaterThan(0.9);
      }
    }),
  );
  expect(reveal({ from: 0, to: 100 }, whole, { from: 500, to: 510 })).toEqual({ from: 490, to: 590 });
  expect(ticks(whole, 0)).toEqual([0, 200, 400, 600, 800, 1_000]);
});

it.each([
  ['OpenAI', { messages: [{ role: 'user', content: 'Hi' }] }, [{ role: 'user', text: 'Hi' }]],
  [
    'responses',
    { instructions: 'Be brief.', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }] },
    [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: expect.stringContaining('Hi') },
    ],
  ],
  [
    'Anthropic',
    { system: 'Be brief.', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hi' },
    ],
  ],
  [
    'Gemini',
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    },
    [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hi' },
    ],
  ],
])('reads the messages of a request to %s', (_, body, messages) => {
  expect(readWireMessages(JSON.stringify(body))).toEqual(messages);
});

// K2
describe('the images of a request', () => {
  const url = 'data:image/png;base64,aGVsbG8=';
  const picture = { type: 'image_url', image_url: { url } };
  const inline = { mimeType: 'image/png', data: 'aGVsbG8=' };
  const source = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' };
  it.each([
    ['OpenAI', { messages: [{ content: [picture] }] }],
    ['responses', { input: [{ content: [{ type: 'input_image', image_url: url, detail: 'auto' }] }] }],
    ['responses, of a tool', { input: [{ output: [{ type: 'input_image', image_url: url }] }] }],
    ['Anthropic', { messages: [{ content: [{ type: 'image', source }] }] }],
    [
      'Anthropic, of a tool',
      { messages: [{ content: [{ type: 'tool_result', content: [{ type: 'image', source }] }] }] },
    ],
    ['Gemini', { contents: [{ parts: [{ inlineData: inline }] }] }],
    [
      'Gemini, of a tool',
      { contents: [{ parts: [{ functionResponse: { parts: [{ inlineData: inline }] } }] }] },
    ],
  ])('are read, and described in the text: %s', (_, body) => {
    const [message] = readWireMessages(JSON.stringify(body)) ?? [];
    expect(message?.media).toEqual([picture]);
    expect(message?.text).toContain('[image image/png, 0.0 kB]');
    expect(message?.text).not.toContain('aGVsbG8');
  });

  it('are described in their place, so that nothing beside them is lost', () => {
    const content = [{ type: 'image', source, title: 'Map' }];
    expect(readWireMessages(JSON.stringify({ messages: [{ role: 'user', content }] }))).toEqual([
      {
        role: 'user',
        text: JSON.stringify({ ...content[0], source: '[image image/png, 0.0 kB]' }, null, 2),
        media: [picture],
      },
    ]);
  });

  it.each(['https://x.example/a.png', 'data:image/png;base64,a[redacted]', 'data:image/png,x', '', 7])(
    'stay text unless they are base64: %s',
    (other) => {
      const content = [{ type: 'image_url', image_url: { url: other } }];
      const messages = readWireMessages(JSON.stringify({ messages: [{ role: 'user', content }] }));
      expect(messages).toEqual([{ role: 'user', text: JSON.stringify(content[0], null, 2) }]);
    },
  );
});

it('shortens long base64 to its size, and takes linear time', () => {
  const body = JSON.stringify({ url: `data:image/png;base64,${'iVBOR'.repeat(800)}`, text: 'Hi there.' });
  const short = shortenBase64(body);
  expect(JSON.parse(short)).toEqual({
    url: `data:image/png;base64,${'iVBOR'.repeat(8)}… (4,000 characters of base64, 3.0 kB)`,
    text: 'Hi there.',
  });
  const words = `${'a'.repeat(999)} `.repeat(5_000);
  expect(shortenBase64(words)).toBe(words);
});

it('reads no messages from a body of another form', () => {
  for (const body of ['', '[1]', '{"messages": 1}', '{"messages": [', HOSTILE_TEXT]) {
    expect(readWireMessages(body)).toBeUndefined();
  }
});
