import { errorMessage, isToolwrightError, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { invalidConfig } from '../capability/invalid-config.js';
import type { ModelConfig, ModelRole } from './model-config.js';

/** @throws ToolwrightError `INVALID_CONFIG` if the configuration selects no model, or selects it in two ways */
export function checkModelConfig({ createClient: make, provider, model }: ModelConfig): void {
  if (make !== undefined) {
    if (provider === undefined && model === undefined) return;
    throw invalidConfig(
      "'createClient' cannot be combined with 'provider' or 'model'.",
      'Pass either the function, or provider and model.',
    );
  }
  if (provider === undefined) throw missing('provider');
  if (!model?.trim()) throw missing('model');
}

/**
 * Creates the client for a role. Reads keys from the configuration or the environment when it is called.
 * @throws ToolwrightError `UNSUPPORTED` for an unknown provider, otherwise the code of the cause
 */
export async function buildClient(config: ModelConfig, role: ModelRole): Promise<LLMProvider> {
  try {
    return config.createClient === undefined ? fromConfig(config, role) : await config.createClient(role);
  } catch (error) {
    if (isToolwrightError(error) && error.code === 'UNSUPPORTED') throw error;
    throw notBuilt(error, config, role);
  }
}

function fromConfig(config: ModelConfig, role: ModelRole): LLMProvider {
  const { provider, model, fastModel, apiKey, baseUrl, llm } = config;
  if (provider === undefined) throw missing('provider');
  if (model === undefined) throw missing('model');
  return createClient({
    ...llm,
    provider,
    model: role === 'fast' ? fastModel?.trim() || model : model,
    apiKey: typeof apiKey === 'function' ? apiKey() : apiKey,
    baseUrl,
  });
}

function missing(name: string): ToolwrightError {
  return invalidConfig(`The agent has no ${name}.`, `Set '${name}', or pass 'createClient'.`);
}

function notBuilt(error: unknown, { provider }: ModelConfig, role: ModelRole): ToolwrightError {
  const [code, hint] = isToolwrightError(error) ? [error.code, error.hint] : ['INVALID_CONFIG' as const];
  const whose = provider === undefined ? `the ${role} model` : `'${provider}'`;
  return new ToolwrightError(code, `The client for ${whose} could not be created: ${errorMessage(error)}`, {
    blame: 'developer',
    hint: hint ?? "Correct 'createClient'.",
    cause: error,
  });
}
