import type { GenerateOptions } from '@toolwright/contract';

/** Options of requests to the model. Those of the agent hold for every run; those of a run take precedence. */
export type RequestOptions = Omit<
  GenerateOptions,
  'signal' | 'onEvent' | 'toolChoice' | 'logprobs' | 'mcpServers'
>;

/** Their names by kind, for the checks of all options that include them. */
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

/** The request options that are set; of several sources the last one that sets an option counts. */
export function mergeRequestOptions(...sources: readonly RequestOptions[]): RequestOptions {
  const merged: Record<string, unknown> = {};
  for (const source of sources) {
    for (const name of REQUEST_OPTIONS) {
      if (source[name] !== undefined) merged[name] = source[name];
    }
  }
  return merged;
}
