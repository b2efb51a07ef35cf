import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import type { LLMConfig } from '@toolwright/llm';

/** A text is short for `{ content }`; an object with other keys is sent as the JSON of an answer. */
export type Step = string | FixtureResponse | ((request: ChatCompletionRequest) => FixtureResponse);

export interface ModelServer {
  readonly url: string;
  /** The requests to the models, in order. */
  readonly requests: readonly ChatCompletionRequest[];
  asked(model: string): readonly ChatCompletionRequest[];
  stop(): Promise<void>;
}

/** A server that acts as models over HTTP: each returns its steps in order, and an error after the last. */
async function startModels(scripts: Readonly<Record<string, readonly Step[]>>): Promise<ModelServer> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  const requests: ChatCompletionRequest[] = [];
  const next = new Map<string, number>();
  const reply = (request: ChatCompletionRequest): FixtureResponse => {
    requests.push(structuredClone(request));
    const index = next.get(request.model) ?? 0;
    next.set(request.model, index + 1);
    const step = scripts[request.model]?.[index];
    if (step === undefined)
      return { error: { message: `No step ${index} for ${request.model}.` }, status: 400 };
    if (typeof step === 'function') return step(request);
    return typeof step === 'string' ? { content: step } : step;
  };
  server.on({ predicate: () => true }, reply, { chunkSize: 7 });
  const address = await server.start();
  return {
    url: `${address}/v1`,
    requests,
    asked: (model) => requests.filter((request) => request.model === model),
    stop: () => server.stop(),
  };
}

/** {@link startModels} for a test file; servers that a test has started are stopped after it. */
export function modelsForTests(): typeof startModels {
  const running: ModelServer[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  return async (scripts) => {
    const server = await startModels(scripts);
    running.push(server);
    return server;
  };
}

/** The configuration for a server with the models `main` and `fast`. */
export function models({ url }: ModelServer) {
  const llm: Partial<LLMConfig> = { retries: { maxRetries: 0 }, timeouts: { totalMs: 5_000 } };
  return {
    provider: 'openai-compatible',
    model: 'main',
    fastModel: 'fast',
    baseUrl: url,
    apiKey: 'key',
    llm,
  } as const;
}

/** A reply with one tool call. */
export function calls(name: string, args: object): FixtureResponse {
  return { toolCalls: [{ name, arguments: JSON.stringify(args) }] };
}

/** The text of the system message of a request. */
export function systemText(request: ChatCompletionRequest | undefined): string {
  return String(request?.messages.find(({ role }) => role === 'system')?.content ?? '');
}
