import type { LLMConfig } from '@toolwright/llm';

interface Wire {
  readonly client: Pick<LLMConfig, 'provider' | 'model' | 'api'>;
  /** The member of the request body that contains the conversation. */
  readonly list: 'messages' | 'input' | 'contents';
  /** Returns the reply of a model that calls a tool in every turn except the last. */
  reply(turn: number, isLast: boolean): unknown;
}

export type WireName = 'openai' | 'responses' | 'anthropic' | 'google' | 'groq' | 'ollama';

export const WIRES: Readonly<Record<WireName, Wire>> = {
  openai: { client: { provider: 'openai', model: 'gpt-x' }, list: 'messages', reply: chatReply },
  responses: {
    client: { provider: 'openai', model: 'gpt-x', api: 'responses' },
    list: 'input',
    reply: (turn, isLast) => ({
      id: `resp_${turn}`,
      object: 'response',
      status: 'completed',
      output: [
        isLast
          ? {
              type: 'message',
              id: `msg_${turn}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Seen.', annotations: [] }],
            }
          : {
              type: 'function_call',
              id: `fc_${turn}`,
              call_id: `call_${turn}`,
              name: 'look',
              arguments: `{"at":${turn}}`,
              status: 'completed',
            },
      ],
    }),
  },
  anthropic: {
    client: { provider: 'anthropic', model: 'claude-sonnet-4-6' },
    list: 'messages',
    reply: (turn, isLast) => ({
      type: 'message',
      role: 'assistant',
      content: isLast
        ? [{ type: 'text', text: 'Seen.' }]
        : [{ type: 'tool_use', id: `toolu_${turn}`, name: 'look', input: { at: turn } }],
      stop_reason: isLast ? 'end_turn' : 'tool_use',
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  },
  google: {
    client: { provider: 'google', model: 'gemini-3-pro' },
    list: 'contents',
    reply: (turn, isLast) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [isLast ? { text: 'Seen.' } : { functionCall: { name: 'look', args: { at: turn } } }],
          },
          finishReason: 'STOP',
        },
      ],
    }),
  },
  groq: { client: { provider: 'groq', model: 'llama-x' }, list: 'messages', reply: chatReply },
  ollama: {
    client: { provider: 'ollama', model: 'llama-x' },
    list: 'messages',
    reply: (turn, isLast) => ({
      message: isLast
        ? { role: 'assistant', content: 'Seen.' }
        : {
            role: 'assistant',
            content: '',
            tool_calls: [{ function: { name: 'look', arguments: { at: turn } } }],
          },
      done: true,
      done_reason: 'stop',
    }),
  },
};

function chatReply(turn: number, isLast: boolean): unknown {
  const call = {
    id: `call_${turn}`,
    type: 'function',
    function: { name: 'look', arguments: `{"at":${turn}}` },
  };
  const message = isLast
    ? { role: 'assistant', content: 'Seen.' }
    : { role: 'assistant', content: null, tool_calls: [call] };
  return { choices: [{ index: 0, message, finish_reason: isLast ? 'stop' : 'tool_calls' }] };
}

/** Returns the part of a request that can be cached: everything except the conversation, then the conversation. Omits cache marks. */
export function cachedPart(wire: WireName, body: string): string {
  const unmarked = body.replaceAll(MARK, '');
  const list = JSON.stringify((JSON.parse(unmarked) as Record<string, unknown>)[WIRES[wire].list]);
  const [before, after, ...more] = unmarked.split(list);
  expect([list.length > 2, after !== undefined, more.length]).toEqual([true, true, 0]);
  return `${before}${after}\n${list.slice(0, -1)}`;
}

const MARK = /,"cache_control":\{[^}]*\}/g;

/** Returns the prefixes that Anthropic caches: the tools, the system prompt and the messages, in this order, up to each mark. */
export function markedPrefixes(body: string): string[] {
  const { tools, system, messages } = JSON.parse(body) as Body;
  const blocks = [...tools, ...system, ...messages.flatMap(({ content }) => content)].map((one) =>
    JSON.stringify(one),
  );
  const ends = blocks.flatMap((block, index) => (block.includes('cache_control') ? [index + 1] : []));
  return ends.map((end) => blocks.slice(0, end).join('\n').replaceAll(MARK, ''));
}

interface Body {
  readonly tools: readonly object[];
  readonly system: readonly object[];
  readonly messages: readonly { readonly content: readonly object[] }[];
}
