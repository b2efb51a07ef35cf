import type { Policy } from '@toolwright/core';
import type { ReplayRecord } from './replay-record.js';

/** The name of the policy as it appears in events. */
export const REPLAY_POLICY = 'studio-replay';

/** Creates a policy for one run that answers from the record, in place of the model and the tools, until the record ends. */
export function replayPolicy({ replies, outcomes }: ReplayRecord): Policy {
  let next = 0;
  return {
    name: REPLAY_POLICY,
    beforeModel() {
      const reply = replies[next];
      next++;
      if (reply === undefined) return undefined;
      const { message, finishReason, rawFinishReason, rejected } = reply;
      const { content, tool_calls: toolCalls = [], reasoning, refusal } = message;
      return {
        answer: {
          content,
          toolCalls,
          ...(finishReason && { finishReason }),
          ...(rawFinishReason && { rawFinishReason }),
          ...(rejected && { rejected }),
          ...(reasoning && { reasoning }),
          ...(refusal && { refusal }),
        },
      };
    },
    beforeTool({ callId }) {
      const answer = Object.hasOwn(outcomes, callId) ? outcomes[callId] : undefined;
      return answer && { answer };
    },
  };
}
