import { readFileSync } from 'node:fs';
import type { AgentEvent } from '@toolwright/contract';

type Fields = {
  readonly [Type in AgentEvent['type']]: Readonly<
    Record<Exclude<keyof Extract<AgentEvent, { readonly type: Type }>, 'type'>, true>
  >;
};

/** Complete, or the compiler refuses it. */
const FIELDS: Fields = {
  'run-start': { input: true, tools: true, runId: true, resumed: true },
  'llm-call': { iteration: true, maxIterations: true, messages: true },
  'text-delta': { text: true },
  'reasoning-delta': { text: true },
  message: { message: true, finishReason: true, rawFinishReason: true, rejected: true },
  'tool-call': {
    callId: true,
    name: true,
    calledAs: true,
    arguments: true,
    tags: true,
    parentCallId: true,
    byProvider: true,
  },
  'tool-progress': { callId: true, name: true, parentCallId: true, progress: true, log: true },
  'tool-result': {
    callId: true,
    name: true,
    outcome: true,
    durationMs: true,
    parentCallId: true,
    repeated: true,
    early: true,
    denied: true,
    byProvider: true,
  },
  'history-compact': { before: true, after: true },
  handoff: { from: true, to: true },
  'approval-request': { calls: true },
  policy: { policy: true, hook: true, action: true, callId: true, reason: true },
  warning: { message: true },
  retry: { attempt: true, delayMs: true, reason: true },
  fallback: { from: true, to: true, reason: true },
  'parse-error': { message: true, text: true },
  usage: { usage: true, answeredBy: true },
  'run-end': { result: true },
};

it('docs/streaming.md lists the fields of each event', () => {
  const [, page = ''] = readFileSync('docs/streaming.md', 'utf8').split('## The fields of each event');
  for (const [type, fields] of Object.entries(FIELDS)) {
    const [, row = ''] = new RegExp(`^\\| \`${type}\` +\\|(.*)$`, 'm').exec(page) ?? [];
    const listed = [...row.matchAll(/`(\w+)\??`/g)].map(([, name]) => name);
    expect([type, ...listed]).toEqual([type, ...Object.keys(fields)]);
  }
});
