import type { Logger, RunInfo } from '@toolwright/contract';
import { REPLAY_POLICY } from './recorded-run.js';
import type { ReplayRecord } from './replay-record.js';

/**
 * Logs replayed steps like the original ones. Since a policy gives the reply in place of the model, the run itself reports neither the
 * request nor its usage; both are taken from the record.
 */
export function replayedEvents(inner: Logger, { replies }: ReplayRecord): Logger {
  let next = 0;
  return {
    log(event, run: RunInfo) {
      if (event.type !== 'policy' || event.policy !== REPLAY_POLICY) return inner.log(event, run);
      if (event.hook !== 'beforeModel' || event.action !== 'answer') return undefined;
      const reply = replies[next];
      next++;
      if (reply === undefined) return undefined;
      inner.log({ type: 'llm-call', iteration: next, ...reply.request }, run);
      return reply.usage && inner.log({ type: 'usage', usage: reply.usage }, run);
    },
    within: (callId, run, work) => (inner.within ? inner.within(callId, run, work) : work()),
  };
}
