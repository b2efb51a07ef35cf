import type { AgentEvent, RunResult } from '@toolwright/contract';
import fc from 'fast-check';
import { timelineOf } from '../timeline/timeline-of.js';
import { createEntryLogger } from './create-entry-logger.js';
import { MAX_LINE, readLine } from './read-line.js';
import { repeatLines } from './repeat-lines.js';

const run = { runId: 'r1', agent: 'a', model: 'm', provider: 'p', parentRunId: 'r0', parentCallId: 'c0' };
const usage = { inputTokens: 1, outputTokens: 2 };

function written(...events: readonly AgentEvent[]): string[] {
  const lines: string[] = [];
  const logger = createEntryLogger((line) => lines.push(line));
  for (const event of events) logger.log(event, run);
  logger.close();
  return lines;
}

// K2
describe('a line', () => {
  it('of the logger is read as the event that it was, with its run', () => {
    const events: AgentEvent[] = [
      { type: 'run-start', input: 'Hi', tools: 2 },
      { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 2 },
      { type: 'retry', attempt: 1, delayMs: 5, reason: 'slow' },
      { type: 'usage', usage },
      { type: 'message', message: { role: 'assistant', content: 'Yes.' }, finishReason: 'stop' },
      { type: 'tool-call', callId: 'c', name: 'f', arguments: '{}' },
      { type: 'tool-progress', callId: 'c', name: 'f', progress: [1] },
      {
        type: 'tool-result',
        callId: 'c',
        name: 'f',
        durationMs: 3,
        outcome: { result: { a: 1 }, error: null },
      },
      { type: 'history-compact', before: 9, after: 3 },
      { type: 'handoff', from: 'a', to: 'b' },
      { type: 'approval-request', calls: [{ callId: 'c', name: 'f', arguments: '{}' }] },
      { type: 'policy', policy: 'p', hook: 'onInput', action: 'refuse', reason: 'no' },
      { type: 'fallback', from: 'a', to: 'b', reason: 'down' },
      { type: 'parse-error', message: 'm', text: 't' },
      { type: 'text-delta', text: 'streamed' },
      { type: 'warning', message: 'w' },
    ];
    const read = written(...events).map(readLine);
    expect(read.map((entry) => entry?.event)).toEqual(events);
    expect(read.every((entry) => entry?.run.parentCallId === 'c0' && entry.at > 0)).toBe(true);
  });

  it('of a call that a tool made keeps the call of that tool, and the call that started the run', () => {
    const call: AgentEvent = {
      type: 'tool-call',
      callId: 'p/1',
      name: 'f',
      arguments: '{}',
      parentCallId: 'p',
    };
    const top = { runId: 'r1', agent: 'a' };
    for (const info of [run, top]) {
      const lines: string[] = [];
      const logger = createEntryLogger((line) => lines.push(line));
      logger.log(call, info);
      logger.close();
      const read = readLine(lines[0] ?? '');
      expect(read).toMatchObject({ event: call, run: info });
      expect(read?.run.parentCallId).toBe(info === run ? 'c0' : undefined);
      if (read === undefined) continue;
      const [again = ''] = repeatLines([read], { from: 'r0', to: 'r9', now: 5 });
      expect(readLine(again)).toMatchObject({
        event: call,
        run: { ...(info === run && { parentCallId: 'c0' }) },
      });
    }
  });

  it('of a run without a limit is read: JSON has no Infinity', () => {
    const [line = ''] = written({
      type: 'llm-call',
      iteration: 1,
      maxIterations: Number.POSITIVE_INFINITY,
      messages: 1,
    });
    expect(readLine(line)?.event).toMatchObject({ type: 'llm-call', maxIterations: null });
  });

  it('has the end of a run without what earlier lines have told, and without what resumes it', () => {
    const result: RunResult = {
      runId: 'r1',
      status: 'paused',
      finalResponse: '',
      iteration: 1,
      usage,
      errors: [],
      toolCalls: [],
      reasoningTrace: ['secret thought'],
      warnings: [],
      messages: [{ role: 'user', content: 'long' }],
      paused: { version: 1, runId: 'r1', agent: 'a', pending: [], data: { internal: 1 }, signature: 'abc' },
    };
    const [line = ''] = written({ type: 'run-end', result });
    expect(readLine(line)?.event).toMatchObject({ result: { messages: [], paused: { data: {} } } });
    expect(line).not.toMatch(/long|secret thought|signature|internal/);
  });

  it('has images as data, and texts in place of what other logs leave out or is elsewhere', () => {
    const url = `data:image/png;base64,${Buffer.alloc(300).toString('base64')}`;
    const input = [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url: { url } },
      { type: 'file', file: { url: 'https://evil.example/a.pdf', name: 'a.pdf' } },
    ] as const;
    const [line = ''] = written({ type: 'run-start', input, tools: 0 });
    expect(readLine(line)?.event).toMatchObject({
      input: [
        { type: 'text', text: 'Look:' },
        { type: 'image_url', image_url: { url } },
        { type: 'text', text: '[file a.pdf, https://evil.example/a.pdf]' },
      ],
    });
    const size = { mediaType: 'image/png', bytes: 300 };
    const logged = line.replace(JSON.stringify(url), JSON.stringify(size));
    expect(readLine(logged)?.event).toMatchObject({
      input: [{}, { type: 'text', text: '[image image/png, 300 bytes]' }, {}],
    });
  });

  it('of a tool with an enormous result is short', () => {
    const result = Array.from({ length: 5_000 }, () => 'x'.repeat(10_000));
    const [line = ''] = written({
      ...{ type: 'tool-result', callId: 'c', name: 'f', durationMs: 1, outcome: { result, error: null } },
    });
    expect(line.length).toBeLessThan(600_000);
    expect(readLine(line)).toBeDefined();
  });
});

// K4
describe('a forged line', () => {
  const head = { time: new Date(0).toISOString(), runId: 'r', agent: 'a' };

  it('is refused, or is an event that the timeline can show', () => {
    const type = fc.constantFrom(
      'run-start',
      'message',
      'tool-call',
      'tool-result',
      'run-end',
      'approval-request',
      'policy',
      'usage',
      'llm-call',
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('assistant', 'completed', 0, [], {}, null),
    );
    const member = fc.constantFrom(
      'input',
      'tools',
      'message',
      'callId',
      'name',
      'arguments',
      'outcome',
      'durationMs',
      'result',
      'calls',
      'usage',
      'iteration',
      'messages',
      'maxIterations',
      'policy',
      'hook',
      'action',
    );
    const message = fc.record(
      { role: value, content: value, tool_calls: value, reasoning: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(type, fc.dictionary(member, fc.oneof(value, message)), (kind, members) => {
        const entry = readLine(JSON.stringify({ ...head, ...members, type: kind }));
        if (entry !== undefined) expect(timelineOf([{ ...entry, sequence: 1 }])).toHaveLength(1);
      }),
    );
  });

  it('may not be longer than a limit, or nested so deep that it cannot be shown', () => {
    const text = 'x'.repeat(MAX_LINE);
    expect(readLine(JSON.stringify({ ...head, type: 'warning', message: text }))).toBeUndefined();
    const deep = `{"time":"${head.time}","runId":"r","agent":"a","type":"warning","message":"m","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(readLine(deep)).toBeUndefined();
  });
});

// K2
it.each([
  ['a message', 'Reading', { message: 'Reading' }],
  [
    'a message with data',
    { message: 'Reading', data: { files: 2 } },
    { message: 'Reading', data: { files: 2 } },
  ],
])('reads %s of context.log as a log', (_, progress, told) => {
  const event = { type: 'tool-progress', callId: 'c', name: 'f', progress };
  const text = (given: object) =>
    JSON.stringify({ time: new Date(0).toISOString(), runId: 'r', agent: 'a', ...given });
  expect(readLine(text({ ...event, log: true }))?.event).toEqual({
    ...{ type: 'tool-log', callId: 'c', name: 'f' },
    ...told,
  });
  expect(readLine(text(event))?.event).toEqual(event);
  const forged = { ...event, progress: { message: 1 }, log: true };
  expect(readLine(text(forged))?.event).toEqual(forged);
});

it('refuses the id of a run that no address can hold', () => {
  const lineOf = (runId: string) =>
    JSON.stringify({
      time: '2026-01-01T00:00:00Z',
      runId,
      agent: 'a',
      type: 'run-start',
      input: 'Go',
      tools: 0,
    });
  expect(readLine(lineOf('x'.repeat(1_000)))?.run.runId).toHaveLength(1_000);
  for (const length of [0, 1_001, 1_000_000]) expect(readLine(lineOf('x'.repeat(length)))).toBeUndefined();
});

// K6
it.each([
  [{ model: 'm', systemPrompt: '', temperature: 0, tools: [] }, true],
  [{}, true],
  [{ tools: 5 }, false],
  [{ tools: [5] }, false],
  [{ model: 5 }, false],
  [{ temperature: 'hot' }, false],
  ['m', false],
])('reads the settings %j of the playground: %j', (settings, isRead) => {
  const note = { type: 'playground', after: ['r0'], settings };
  const text = JSON.stringify({ time: new Date(0).toISOString(), runId: 'r', agent: 'a', ...note });
  expect(readLine(text)?.event).toEqual(isRead ? note : undefined);
});
