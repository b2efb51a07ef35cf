import type { Message } from '@toolwright/contract';
import { OpenAIClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { type RawServer, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { weatherTool } from '../../testing/weather-tool.test.support.js';

export const KEY = 'sk-very-secret-key-0123456789';
export const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];

export const weather = weatherTool('weather', 'Weather of a city.');

export interface OpenAIStage {
  readonly server: RawServer;
  readonly client: (config?: Partial<LLMConfig>) => OpenAIClient;
}

/** One server for all tests of a file, and clients that connect to it. */
export function openaiStage(defaults: Partial<LLMConfig>): OpenAIStage {
  const server = sharedRawServer();
  const client = (config: Partial<LLMConfig> = {}) =>
    new OpenAIClient({
      provider: 'openai-compatible',
      model: 'gpt-4o',
      baseUrl: server.url,
      timeouts: { totalMs: 5000 },
      ...defaults,
      ...config,
    });
  return { server, client };
}
