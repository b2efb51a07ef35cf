import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { PLAIN_SCRIPT, SCRIPTS, type ScriptState } from './scripted-answers.js';

export interface ScriptedModel {
  /** The address of an OpenAI-compatible server. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on the loopback interface that implements OpenAI's chat completions API. A script for each kind of task chooses the tool
 * calls, and composes the answer from the real results.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply, { chunkSize: 12 });
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply(request: ChatCompletionRequest): FixtureResponse {
  const script = SCRIPTS[askedFor(request)] ?? PLAIN_SCRIPT;
  const { state, turn } = readConversation(request);
  const calls = script.turns[turn]?.(state) ?? [];
  if (calls.length > 0) {
    return { toolCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })) };
  }
  const answer = script.answer(state);
  return { content: typeof answer === 'string' ? answer : JSON.stringify(answer) };
}

/** The name of the output: the request's own if it has a schema, otherwise that in the system prompt. */
function askedFor({ messages, response_format: format }: ChatCompletionRequest): string {
  const system = messages.filter(({ role }) => role === 'system');
  const text = system
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
  const native: unknown = format?.json_schema;
  const named =
    typeof native === 'object' && native !== null && 'name' in native ? String(native.name) : undefined;
  return named ?? /must be one JSON value, (\w+)/.exec(text)?.[1] ?? '';
}

function readConversation({ messages, tools = [] }: ChatCompletionRequest): {
  state: ScriptState;
  turn: number;
} {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(asked + 1);
  const names = new Map<string, string>();
  const results: Record<string, unknown> = {};
  for (const message of since) {
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    const name = names.get(message.tool_call_id ?? '');
    if (message.role === 'tool' && name !== undefined) results[name] = parse(message.content);
  }
  const content = messages[asked]?.content;
  const input = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  const state = { input, results, tools: tools.map((tool) => tool.function.name) };
  return { state, turn: since.filter(({ role }) => role === 'assistant').length };
}

/** Tool results are JSON, or plain text if the tool returned a string or failed. */
function parse(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    // Not JSON: a string result, or an error message.
    return content;
  }
}
