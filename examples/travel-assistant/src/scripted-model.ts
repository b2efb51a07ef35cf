import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { SCENARIOS } from './scenarios.js';
import { type Wording, wordingOf } from './wording.js';

export interface ScriptedModel {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a local server that acts as a model over HTTP, in the protocol of each request. The scenarios define its calls; it composes the
 * answers from the real results.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply, { chunkSize: 12 });
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply(request: ChatCompletionRequest): FixtureResponse {
  const wording = wordingOf(request);
  const { messages } = request;
  const asked = messages.findLastIndex(
    (message) => message.role === 'user' && wording.results(message).length === 0,
  );
  const question = messages[asked]?.content;
  const scenario = SCENARIOS.find((candidate) => candidate.question === question);
  if (scenario === undefined)
    return wording.answer(`Scripted: I know ${SCENARIOS.length} questions, and this is none of them.`);
  const here = messages.slice(asked + 1);
  const seen = { here: read(here, wording), earlier: read(messages.slice(0, asked), wording) };
  const turn = here.filter(({ role }) => role === 'assistant').length;
  const calls = wording.forced ? undefined : scenario.steps[turn]?.(seen);
  return calls === undefined ? wording.answer(scenario.answer(seen)) : wording.calls(calls);
}

function read(messages: ChatCompletionRequest['messages'], wording: Wording): unknown[] {
  return messages.flatMap((message) => wording.results(message)).map(parse);
}

/** Results are JSON, or plain text if the tool returned a string or failed. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the message of a tool that failed.
    return text;
  }
}
