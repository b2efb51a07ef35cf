import { type DurableAgent, durableAgent, type WorkerOptions } from '@toolwright/store/dbos';
import { createClient, ToolRegistry } from 'toolwright';
import { Shop } from './shop.js';
import { manifest } from './toolwright.gen.js';

const QUEUE = 'models';

/** Every process defines the same agent, so any of them can execute a run. */
export function createClerk(folder: string, modelUrl: string): DurableAgent {
  return durableAgent(
    {
      name: 'clerk',
      llmClient: createClient({ provider: 'openai-compatible', model: 'scripted', baseUrl: modelUrl }),
      toolRegistry: new ToolRegistry(manifest).registerFrom(new Shop(folder)),
      systemPrompt: 'You handle orders: look up the price, charge it, confirm the order.',
    },
    { queue: QUEUE },
  );
}

export function workerOptions(databaseUrl: string): WorkerOptions {
  return {
    databaseUrl,
    application: 'fleet',
    silentMs: 2000,
    queues: [{ name: QUEUE, concurrency: 60, workerConcurrency: 20, pollingMs: 100 }],
  };
}
