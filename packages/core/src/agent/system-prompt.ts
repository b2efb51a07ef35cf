import { type DeveloperMessage, describeUnknown, type SystemMessage } from '@toolwright/contract';
import { invalidConfig } from './invalid-config.js';

/** The source of an agent's system prompt: a `PromptRegistry`, or anything that can render by name. */
export interface PromptSource {
  /** Undefined for an unknown name. */
  render(name: string, vars?: Readonly<Record<string, unknown>>): string | undefined;
  listPrompts?(): readonly string[];
}

export interface SystemPromptConfig {
  readonly systemPrompt?: string | undefined;
  readonly systemPromptName?: string | undefined;
  readonly systemPromptVars?: Readonly<Record<string, unknown>> | undefined;
  readonly promptRegistry?: PromptSource | undefined;
}

const DEFAULT_NAME = 'assistant';

/**
 * The message that opens the conversation: a `system` message for a given text, a `developer` message for a prompt of the
 * registry, undefined without either.
 * @throws ToolwrightError `INVALID_CONFIG` for a name that the registry does not have, `MISSING_VARIABLE`
 */
export function renderSystemPrompt(config: SystemPromptConfig): SystemMessage | DeveloperMessage | undefined {
  const { systemPrompt, systemPromptName, systemPromptVars, promptRegistry } = config;
  if (systemPrompt !== undefined) {
    if (systemPromptName !== undefined) {
      throw invalidConfig("Both 'systemPrompt' and 'systemPromptName' are given.", 'Leave one of them out.');
    }
    return systemPrompt === '' ? undefined : { role: 'system', content: systemPrompt };
  }
  if (promptRegistry === undefined) {
    if (systemPromptName === undefined) return undefined;
    throw invalidConfig(
      `There is no registry to take '${systemPromptName}' from.`,
      "Pass 'promptRegistry' as well.",
    );
  }
  const content = promptRegistry.render(systemPromptName ?? DEFAULT_NAME, systemPromptVars);
  if (content !== undefined) return content === '' ? undefined : { role: 'developer', content };
  if (systemPromptName === undefined) return undefined;
  const { problem, hint } = describeUnknown('Prompt', systemPromptName, promptRegistry.listPrompts?.() ?? []);
  throw invalidConfig(`${problem} ${hint}`, 'Add it before the agent is made.');
}
