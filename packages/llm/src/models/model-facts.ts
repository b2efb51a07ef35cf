import type { ModelCapabilities, ReasoningEffort } from '@toolwright/contract';

/** Facts about a model: its capabilities, its size, and unsupported parameters. */
export interface ModelFacts extends ModelCapabilities {
  /** When the model accepts a temperature; `without-reasoning` means only with the reasoning effort `none`. */
  readonly temperature: 'always' | 'without-reasoning' | 'never';
  /** The only parameter name that chat completions accept for the token limit. Default: whichever of the two the caller chose. */
  readonly tokenLimitName?: 'max_tokens' | 'max_completion_tokens' | (string & {});
  /** The accepted reasoning efforts, lowest first. Default: all. */
  readonly efforts?: readonly ReasoningEffort[];
  /** The effort used if a request sets none. Default: unknown, but not `none`. */
  readonly defaultEffort?: ReasoningEffort;
  /** False if the model refuses tools unless the reasoning effort is `none`. */
  readonly reasoningWithTools?: boolean;
  /** False if the model does not accept `seed`. */
  readonly seed?: boolean;
  /** The maximum of input and output tokens together, if published. */
  readonly contextTokens?: number;
  /** The maximum tokens of one answer, if published. */
  readonly maxOutputTokens?: number;
  /** False if the model is not available through chat completions. */
  readonly chat?: boolean;
  /** Differences when used through OpenAI's responses API; absent if the model is not available there. */
  readonly responses?: Partial<ModelFacts>;
}

export interface ModelTable<Facts extends ModelFacts = ModelFacts> {
  /** Facts by name prefix. The longest match wins. */
  readonly models: Readonly<Record<string, Facts>>;
  /** Facts for names without a match. */
  readonly unknown: Facts;
  /** An optional prefix of the name, which is ignored. */
  readonly prefix?: RegExp;
}

/** Facts for an unknown model: no parameters that a plain server could refuse. */
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
