import type { ModelCapabilities, ReasoningEffort } from '@toolwright/contract';

/** Facts about a model: its capabilities, its size, and unsupported parameters. */
export interface ModelFacts extends ModelCapabilities {
  /** When the model accepts a temperature. `without-reasoning`: only with the reasoning effort `none`. */
  readonly temperature: 'always' | 'without-reasoning' | 'never';
  /** The only parameter name that chat completions accept for the token limit. Default: both, so the caller's choice is sent. */
  readonly tokenLimitName?: 'max_tokens' | 'max_completion_tokens' | (string & {});
  /** The accepted reasoning efforts, lowest first. Default: all efforts. */
  readonly efforts?: readonly ReasoningEffort[];
  /** The effort used if a request sets none. Default: unknown, but not `none`. */
  readonly defaultEffort?: ReasoningEffort;
  /** False if the model refuses tools unless the reasoning effort is `none`. */
  readonly reasoningWithTools?: boolean;
  /** False if the model does not accept `seed`. */
  readonly seed?: boolean;
  /** The maximum total of input and output tokens, if published. */
  readonly contextTokens?: number;
  /** The maximum number of tokens in one answer, if published. */
  readonly maxOutputTokens?: number;
  /** False if the model is not available through chat completions. */
  readonly chat?: boolean;
  /** The facts that differ in OpenAI's responses API; absent if the model is not available there. */
  readonly responses?: Partial<ModelFacts>;
}

export interface ModelTable<Facts extends ModelFacts = ModelFacts> {
  /** Facts by name prefix. The longest match wins. */
  readonly models: Readonly<Record<string, Facts>>;
  /** The facts for names without a match. */
  readonly unknown: Facts;
  /** An optional name prefix that is ignored. */
  readonly prefix?: RegExp;
}

/** The facts for an unknown model: no parameters that a plain server might refuse. */
export const UNKNOWN_MODEL: ModelFacts = {
  tools: true,
  jsonMode: false,
  jsonModeWithTools: false,
  strictSchemas: false,
  images: false,
  files: false,
  audio: false,
  reasoning: false,
  webSearch: false,
  promptCaching: false,
  logprobs: false,
  mcpServers: 'none',
  temperature: 'always',
};
