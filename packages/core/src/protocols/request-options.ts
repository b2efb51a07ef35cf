import type { GenerateOptions } from '@toolwright/contract';

/** Options for model requests. The agent's options apply to every run; a run's own options take precedence. */
export type RequestOptions = Omit<
  GenerateOptions,
  'signal' | 'onEvent' | 'toolChoice' | 'logprobs' | 'mcpServers'
>;

/** The option names by type, for the checks of options that include request options. */
export const REQUEST = {
  text: 'reasoningEffort',
  number: 'temperature seed maxCompletionTokens maxTokens',
  function: 'prepareFor',
  object: 'webSearchOptions extraBody',
  anything: 'jsonResponse',
} as const;

const REQUEST_OPTIONS: readonly (keyof RequestOptions)[] = [
  'temperature',
  'seed',
  'maxCompletionTokens',
  'maxTokens',
  'reasoningEffort',
  'jsonResponse',
  'webSearchOptions',
  'extraBody',
];

/** Merges request options. If several sources set an option, the last source takes precedence. */
export function mergeRequestOptions(...sources: readonly RequestOptions[]): RequestOptions {
  const merged: Record<string, unknown> = {};
  for (const source of sources) {
    for (const name of REQUEST_OPTIONS) {
      if (source[name] !== undefined) merged[name] = source[name];
    }
  }
  return merged;
}
