import { Agent, type LLMProvider, ToolRegistry } from 'toolwright';
import * as tools from './tools.js';
import { manifest } from './toolwright.gen.js';

export const createRegistry = () => new ToolRegistry(manifest).registerFrom(tools);
export type Registry = ReturnType<typeof createRegistry>;

export const createSupport = (llmClient: LLMProvider, toolRegistry: Registry) =>
  new Agent({
    ...{ name: 'support', llmClient, toolRegistry },
    systemPrompt: 'You help the customers of a shop. Look an order up before you refund it.',
  });
