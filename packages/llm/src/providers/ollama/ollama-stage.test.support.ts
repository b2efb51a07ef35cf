import type { GenerateOptions, Message, ToolSpec } from '@toolwright/contract';
import { OllamaClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { type RawServer, sendJson, startRawServer } from '../../testing/raw-server.test.support.js';

export const add: ToolSpec = {
  name: 'add',
  description: 'Adds.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  },
  annotations: {},
  source: { file: 'src/add.ts', line: 1 },
};
export const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];

/** One line of a reply. */
export const reply = (message: object, more: object = {}) => ({
  model: 'llama3.2',
  created_at: '2026-11-22T00:00:00.123Z',
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
});
export const done = (more: object = {}) =>
  reply({}, { done: true, done_reason: 'stop', prompt_eval_count: 11, eval_count: 7, ...more });
export const whole = (message: object) =>
  JSON.stringify({ ...done(), ...reply(message, { done: true, done_reason: 'stop' }) });

/** A server for the tests of one file, and clients that speak to it. */
export class OllamaStage {
  #server: RawServer | undefined;

  get server(): RawServer {
    if (this.#server === undefined) throw new Error('The server is not open.');
    return this.#server;
  }

  async open(): Promise<void> {
    this.#server = await startRawServer();
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  address(): string {
    return this.server.url.replace(/\/v1$/, '');
  }

  client(config: Partial<LLMConfig> = {}): OllamaClient {
    return new OllamaClient({
      provider: 'ollama',
      model: 'llama3.2',
      baseUrl: this.address(),
      retries: { maxRetries: 0 },
      timeouts: { totalMs: 5000 },
      ...config,
    });
  }

  /** The body that reaches the server. */
  async sent(
    options: GenerateOptions = {},
    config: Partial<LLMConfig> = {},
    messages = hello,
    tools: readonly ToolSpec[] = [],
  ): Promise<Record<string, unknown>> {
    this.server.respond((response) => sendJson(response, whole({ content: 'ok' })));
    await this.client(config).generate(messages, tools, options);
    return this.server.requests[0]?.body ?? {};
  }
}
