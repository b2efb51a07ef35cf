import { type Logger, type RunInfo, type ToolOutcome, ToolwrightError } from '@toolwright/contract';
import { Agent, type Policy, type ToolSource } from '@toolwright/core';
import type { StudioAgent } from '../loaded-program.js';
import type { ReplayRecord } from './replay-record.js';

/** The name of the policy as it appears in events. */
const REPLAY_POLICY = 'studio-replay';

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

/**
 * Creates an agent for a replay that uses no user code, model or network.
 * @param name the agent's name in the recorded run
 */
export function recordedAgent(name: string, { replies }: ReplayRecord): StudioAgent {
  return new Agent({
    name,
    introduce: false,
    maxIterations: replies.length + 1,
    llmClient: {
      provider: 'record',
      model: 'record',
      generate: async () => {
        throw new ToolwrightError(
          'STREAM_CUT',
          'The record ends here: it contains no reply to this request.',
          {
            blame: 'user',
          },
        );
      },
    },
    toolRegistry: recordedTools(replies),
  });
}

/** Returns the tools that are called in the record. A call without a recorded outcome did not finish. */
function recordedTools(replies: ReplayRecord['replies']): ToolSource {
  const names = new Set(
    replies.flatMap(({ message }) => (message.tool_calls ?? []).map((call) => call.function.name)),
  );
  const tools = [...names].map((name) => ({
    name,
    description: '',
    parameters: { type: 'object' as const, properties: {} },
    annotations: {},
    source: { file: '', line: 1 },
  }));
  return {
    listTools: () => tools,
    execute: async (): Promise<ToolOutcome> => ({
      result: null,
      error: 'The record contains no result for this call.',
    }),
  };
}

/**
 * Logs replayed steps like the original ones. Because a policy replies in place of the model, the run itself reports neither the request
 * nor its usage, so both are taken from the record.
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
