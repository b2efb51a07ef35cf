import { LLMock } from '@copilotkit/aimock';

/** A server that answers as OpenAI does: first with these calls, then with a text that quotes their results. */
export interface ModelServer {
  /** For the SDKs of OpenAI's protocol. */
  readonly baseURL: string;
  /** Bodies of the requests so far. */
  requests(): readonly string[];
  close(): Promise<void>;
}

/** @param calls Of the model's one turn with calls: name and arguments as JSON. */
export async function startModelServer(calls: readonly (readonly [string, string])[]): Promise<ModelServer> {
  const mock = new LLMock({ port: 0 });
  const toolCalls = calls.map(([name, args]) => ({ name, arguments: args }));
  mock.on({ hasToolResult: false }, { toolCalls });
  mock.on({ hasToolResult: true }, { content: 'Done.' });
  await mock.start();
  return {
    baseURL: `${mock.url}/v1`,
    requests: () => mock.getRequests().map(({ body }) => JSON.stringify(body)),
    close: () => mock.stop().then(() => undefined),
  };
}
