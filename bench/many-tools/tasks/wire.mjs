import { createClient } from 'toolwright';
import { loadTokenizer } from '../../../packages/toolwright/dist/cli/commands/lint/count-tokens.js';

/** The counter of `toolwright lint`. */
const countTokens = await loadTokenizer({
  importTokenizer: () => import('gpt-tokenizer/encoding/o200k_base'),
});

/**
 * The time of a reply: what a request takes before its first token, the reading of what is not cached, and the writing.
 * Sources: see `ASSUMPTIONS` of report.mjs.
 */
const FIRST_TOKEN_SECONDS = 0.7;
const READ_PER_SECOND = 100_000;
const WRITTEN_PER_SECOND = 70;

/** A client for a scripted model, which gets the bodies of requests as OpenAI gets them, and counts their tokens. */
export function createWire(model) {
  const spent = { requests: 0, input: 0, cached: 0, output: 0, seconds: 0 };
  let before = [];
  const fetch = async (_, { body }) => {
    const request = JSON.parse(body);
    const reply = model({ messages: request.messages, tools: request.tools ?? [] });
    // What providers cache begins with the tools.
    const parts = [...(request.tools ?? []), ...request.messages].map((part) => JSON.stringify(part));
    const shared = parts.findIndex((part, index) => part !== before[index]);
    const input = sum(parts);
    const cached = sum(parts.slice(0, shared === -1 ? parts.length : shared));
    const output = sum([reply.text ?? '', ...(reply.calls ?? []).map((call) => JSON.stringify(call))]);
    before = parts;
    spent.requests += 1;
    spent.input += input;
    spent.cached += cached;
    spent.output += output;
    spent.seconds += FIRST_TOKEN_SECONDS + (input - cached) / READ_PER_SECOND + output / WRITTEN_PER_SECOND;
    return Response.json(toCompletion(reply, spent.requests));
  };
  const client = createClient({
    provider: 'openai',
    model: 'scripted',
    apiKey: 'none',
    baseUrl: 'http://127.0.0.1:9/v1',
    runtime: { fetch },
  });
  return { client, spent };
}

/** A whole reply in the format of chat completions. */
function toCompletion({ text, calls = [] }, id) {
  const tool_calls = calls.map(({ name, args }, index) => ({
    id: `call_${id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const isText = calls.length === 0;
  const message = { role: 'assistant', content: text ?? null, refusal: null, ...(!isText && { tool_calls }) };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: isText ? 'stop' : 'tool_calls' }];
  return { id: `reply_${id}`, object: 'chat.completion', created: 1, model: 'scripted', choices };
}

const counted = new Map();

function sum(parts) {
  let tokens = 0;
  for (const part of parts) {
    const known = counted.get(part) ?? countTokens(part);
    counted.set(part, known);
    tokens += known;
  }
  return tokens;
}
