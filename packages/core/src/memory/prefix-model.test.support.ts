import { type LLMProvider, type LLMResponse, ToolwrightError } from '@toolwright/contract';

interface Strictness {
  /** How many requests may start differently from the previous one. */
  readonly misses: number;
  /** Longer conversations are refused. */
  readonly maxMessages?: number;
}

/** Creates a model that calls `look` in each of the first turns, and refuses requests that do not extend the previous one. */
export function prefixModel(turns: number, { misses, maxMessages = Infinity }: Strictness): LLMProvider {
  let previous = '';
  let missed = 0;
  let turn = 0;
  return {
    capabilities: { tools: true },
    generate: async (messages, tools): Promise<LLMResponse> => {
      if (messages.length > maxMessages)
        throw new ToolwrightError('CONTEXT_TOO_LONG', 'Too long.', { blame: 'developer' });
      const sent = JSON.stringify([tools, messages]).slice(0, -2);
      if (!sent.startsWith(previous)) missed += 1;
      previous = sent;
      if (missed > misses)
        throw new ToolwrightError('BAD_REQUEST', `${missed} of ${turn} requests started differently.`, {
          blame: 'developer',
        });
      turn += 1;
      if (turn > turns) return { content: 'Seen.', toolCalls: [], finishReason: 'stop' };
      return tools.length === 0 ? inText(turn) : native(turn);
    },
  };
}

function native(turn: number): LLMResponse {
  const called = { name: 'look', arguments: `{"at":${turn}}` };
  return {
    content: null,
    toolCalls: [{ id: `call_${turn}`, type: 'function', function: called }],
    finishReason: 'tool-calls',
  };
}

/** Returns a call in the format of the XML protocol. */
function inText(turn: number): LLMResponse {
  const call = JSON.stringify({ name: 'look', arguments: { at: turn } });
  return { content: `<tool_call>${call}</tool_call>`, toolCalls: [], finishReason: 'stop' };
}
