import { LLMock } from '@copilotkit/aimock';

/** A server that answers like OpenAI: first with these calls, then with a text that quotes their results. */
export interface ModelServer {
  /** The base URL for SDKs of OpenAI's protocol. */
  readonly baseURL: string;
  /** Bodies of the requests so far. */
  requests(): readonly string[];
  close(): Promise<void>;
}

/** @param calls name and JSON arguments of each call in the model's first turn */
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
