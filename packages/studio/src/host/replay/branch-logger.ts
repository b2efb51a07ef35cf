import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { repeatLines } from '../../record/repeat-lines.js';
import { REPLAY_POLICY } from './replay-policy.js';
import type { ReplayRecord } from './replay-record.js';

/**
 * Wraps the logger of a branch. The branch begins with the recorded events, so that it also has the sub-runs, retries and logs of what is
 * not executed again. The events with which the run repeats them are left out; all others are logged, such as a new warning.
 * @param send receives the lines of the recorded events
 */
export function branchLogger(inner: Logger, record: ReplayRecord, send: (lines: string) => void): Logger {
  const isRepeated = repetitionsOf(record);
  let id: string | undefined;
  return {
    log(event, run: RunInfo) {
      if (id === undefined) {
        id = run.runId;
        send(repeatLines(record.prefix, { from: record.runId, to: id, now: Date.now() }).join('\n'));
      }
      return run.runId === id && isRepeated(event) ? undefined : inner.log(event, run);
    },
    within: (callId, run, work) => (inner.within ? inner.within(callId, run, work) : work()),
  };
}

/** Returns a function that tells whether an event of the branch repeats a recorded one. */
function repetitionsOf({ runId, prefix }: ReplayRecord): (event: AgentEvent) => boolean {
  const events = prefix.filter(({ run }) => run.runId === runId).map(({ event }) => event);
  const calls = new Set(events.flatMap((event) => (event.type === 'tool-call' ? event.callId : [])));
  const results = new Set(events.flatMap((event) => (event.type === 'tool-result' ? event.callId : [])));
  const replies = events.filter((event) => event.type === 'message' && event.message.role === 'assistant');
  // A policy or a warning may occur again, but not more often than on record.
  const others = events.filter(({ type }) => NOTABLE.has(type)).map((event) => JSON.stringify(event));
  let isStarted = false;
  let isLive = false;
  let replied = 0;
  return (event) => {
    if (event.type === 'policy' && event.policy === REPLAY_POLICY) return true;
    if (isLive) return false;
    switch (event.type) {
      case 'run-start': {
        const isFirst = !isStarted;
        isStarted = true;
        return isFirst;
      }
      case 'llm-call':
        // Replies from the record are not reported as requests.
        isLive = true;
        return false;
      case 'text-delta':
      case 'reasoning-delta':
        return replied < replies.length;
      case 'message':
        return event.message.role === 'assistant' && replied++ < replies.length;
      case 'tool-call':
        return calls.delete(event.callId);
      case 'tool-progress':
        return results.has(event.callId);
      case 'tool-result':
        return results.delete(event.callId);
      default: {
        const at = others.indexOf(JSON.stringify(event));
        if (at === -1) return false;
        others.splice(at, 1);
        return true;
      }
    }
  };
}

const NOTABLE: ReadonlySet<string> = new Set<AgentEvent['type']>([
  ...(['policy', 'warning', 'history-compact', 'handoff'] as const),
  ...(['parse-error', 'fallback', 'retry'] as const),
]);
