import { Agent, ToolRegistry } from 'toolwright';
import { connect } from './model.js';
import { TaskList } from './tools.js';
import { manifest } from './toolwright.gen.js';

export const registry = new ToolRegistry(manifest).registerFrom(new TaskList());

export const agent = new Agent({
  name: 'task-keeper',
  llmClient: connect(),
  toolRegistry: registry,
  systemPrompt:
    'You keep the task list of one person. Use the tools for every change and every question about it.',
});
