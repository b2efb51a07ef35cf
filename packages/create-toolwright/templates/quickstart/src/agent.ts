import { Agent, ToolRegistry } from 'toolwright';
import { connect } from './model.js';
import { Calendar } from './tools.js';
import { manifest } from './toolwright.gen.js';

export const registry = new ToolRegistry(manifest).registerFrom(new Calendar());

export const agent = new Agent({
  name: 'assistant',
  llmClient: connect(),
  toolRegistry: registry,
  systemPrompt: 'Answer in one sentence. Use the tools; never guess a date.',
  enableLogging: true,
});
