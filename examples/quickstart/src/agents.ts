import { fileURLToPath } from 'node:url';
import { Agent, type LLMProvider, type Logger, PromptRegistry, ToolRegistry } from 'toolwright';
import { percentage, RepositoryTools } from './repository-tools.js';
import { manifest } from './toolwright.gen.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

// All agents share one registry and one set of prompts.
export const registry = new ToolRegistry(manifest)
  .registerFrom(new RepositoryTools(repository))
  .register(percentage);
const prompts = new PromptRegistry();
prompts.addPrompt(
  'guide',
  'You show newcomers where things are in a repository. Use the tools; name files and lines.',
);
prompts.addPrompt(
  'auditor',
  'You report facts: sizes, shares, dependencies. Use the tools, never guess a number.',
);

/** An agent with the prompt of its name. */
export function createAgent(name: string, llmClient: LLMProvider, logger?: Logger): Agent {
  return new Agent({
    name,
    llmClient,
    toolRegistry: registry,
    promptRegistry: prompts,
    systemPromptName: name,
    logger,
  });
}
