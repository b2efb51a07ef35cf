import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { ANSWERS, type Answer } from './answers.js';

export interface ScriptedModel {
  /** The value for `OPENAI_BASE_URL`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on the loopback interface that implements OpenAI's chat completions API. It replaces a model: a script chooses the tool
 * calls for each question, and composes the answer from the real results.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply, { chunkSize: 12 });
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply(request: ChatCompletionRequest): FixtureResponse {
  const asked = request.messages.findLastIndex((message) => message.role === 'user');
  const question = request.messages[asked]?.content;
  const answer = ANSWERS.find((candidate) => candidate.question === question);
  if (!answer) return { content: unknownQuestion() };
  const since = request.messages.slice(asked + 1);
  const results = since.filter((message) => message.role === 'tool').map((message) => parse(message.content));
  const turn = since.filter((message) => message.role === 'assistant').length;
  return step(answer, turn, results);
}

function step(answer: Answer, turn: number, results: unknown[]): FixtureResponse {
  const calls = answer.calls[turn]?.(results);
  if (!calls) return { content: answer.text(results) };
  return {
    toolCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })),
  };
}

function unknownQuestion(): string {
  const questions = ANSWERS.map(({ question }) => `- ${question}`).join('\n');
  return `This model is scripted and knows only these questions:\n${questions}\nSet OPENAI_API_KEY to ask anything else.`;
}

/** Tool results are JSON, or plain text if the tool returned a string. */
function parse(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    // Not JSON: a string result, or an error message.
    return content;
  }
}
