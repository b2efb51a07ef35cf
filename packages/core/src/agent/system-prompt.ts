import {
  type DeveloperMessage,
  describeUnknown,
  type SystemMessage,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { callSource } from '../base/callbacks.js';
import { invalidConfig } from '../base/invalid-config.js';

/** The source of an agent's system prompt: a `PromptRegistry`, or any object that can render a prompt by name. */
export interface PromptSource {
  /** Returns undefined for an unknown name. */
  render(name: string, vars?: Readonly<Record<string, unknown>>): string | undefined;
  listPrompts?(): readonly string[];
  /** Returns the tools that a prompt's text names; undefined for an unknown prompt. */
  toolsOf?(name: string): readonly string[] | undefined;
}

export interface SystemPromptConfig {
  readonly systemPrompt?: string | undefined;
  readonly systemPromptName?: string | undefined;
  readonly systemPromptVars?: Readonly<Record<string, unknown>> | undefined;
  readonly promptRegistry?: PromptSource | undefined;
}

const DEFAULT_NAME = 'assistant';

/**
 * Renders the message that opens the conversation: a `system` message for `systemPrompt`, a `developer` message for a prompt from
 * the registry, undefined without either.
 * @throws ToolwrightError `INVALID_CONFIG` for a name that the registry does not have, `MISSING_VARIABLE`
 */
export function renderSystemPrompt(config: SystemPromptConfig): SystemMessage | DeveloperMessage | undefined {
  const { systemPrompt, systemPromptName, systemPromptVars, promptRegistry } = config;
  if (systemPrompt !== undefined) {
    if (systemPromptName !== undefined) {
      throw invalidConfig("Both 'systemPrompt' and 'systemPromptName' are given.", 'Omit one of them.');
    }
    return systemPrompt === '' ? undefined : { role: 'system', content: systemPrompt };
  }
  if (promptRegistry === undefined) {
    if (systemPromptName === undefined) return undefined;
    throw invalidConfig(
      `The prompt '${systemPromptName}' needs a registry.`,
      "Pass 'promptRegistry' as well.",
    );
  }
  const name = systemPromptName ?? DEFAULT_NAME;
  const content = callSource(`The prompt '${name}'`, () => promptRegistry.render(name, systemPromptVars));
  if (content !== undefined) return content === '' ? undefined : { role: 'developer', content };
  if (systemPromptName === undefined) return undefined;
  const { message } = describeUnknown('Prompt', systemPromptName, promptRegistry.listPrompts?.() ?? []);
  throw invalidConfig(message, 'Add it before you create the agent.');
}

/**
 * Refuses a prompt that names a tool that the agent does not have.
 * @param listTools called only if the prompt names tools
 * @throws ToolwrightError `UNKNOWN_TOOL`
 */
export function checkPromptTools(
  { systemPrompt, systemPromptName = DEFAULT_NAME, promptRegistry }: SystemPromptConfig,
  agent: string,
  listTools: () => readonly ToolSpec[],
): void {
  if (systemPrompt !== undefined) return;
  const wanted =
    callSource(`The prompt '${systemPromptName}'`, () => promptRegistry?.toolsOf?.(systemPromptName)) ?? [];
  if (wanted.length === 0) return;
  const names = listTools().map(({ name }) => name);
  const known = new Set(names);
  const missing = wanted.find((name) => !known.has(name));
  if (missing === undefined) return;
  const { problem, hint } = describeUnknown('Tool', missing, names);
  const message = `The prompt '${systemPromptName}' of agent '${agent}' names a tool that the agent does not have: ${problem}`;
  throw new ToolwrightError('UNKNOWN_TOOL', message, { blame: 'developer', hint });
}
