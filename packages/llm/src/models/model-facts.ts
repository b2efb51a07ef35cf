import type { ModelCapabilities, ReasoningEffort } from '@toolwright/contract';

/** Facts about a model: its capabilities, its size, and unsupported parameters. */
export interface ModelFacts extends ModelCapabilities {
  /** `without-reasoning`: accepted only with the reasoning effort `none`. */
  readonly temperature: 'always' | 'without-reasoning' | 'never';
  /** The only name under which chat completions take the limit of tokens. Default: the one that the caller chose of the two. */
  readonly tokenLimitName?: 'max_tokens' | 'max_completion_tokens' | (string & {});
  /** The reasoning efforts that it accepts, lowest first. Default: all. */
  readonly efforts?: readonly ReasoningEffort[];
  /** The effort of a request that sets none. Default: unknown, but not `none`. */
  readonly defaultEffort?: ReasoningEffort;
  /** False: refuses tools unless the reasoning effort is `none`. */
  readonly reasoningWithTools?: boolean;
  /** False: does not accept `seed`. */
  readonly seed?: boolean;
  /** Tokens of input and output together, if published. */
  readonly contextTokens?: number;
  /** The maximum tokens of one answer, if published. */
  readonly maxOutputTokens?: number;
  /** False: not available through chat completions. */
  readonly chat?: boolean;
  /** Differences when used through OpenAI's responses API. Absent: not available there. */
  readonly responses?: Partial<ModelFacts>;
}

/** The models of a provider. */
export interface ModelTable<Facts extends ModelFacts = ModelFacts> {
  /** By name prefix. The longest match wins. */
  readonly models: Readonly<Record<string, Facts>>;
  /** For names without a match. */
  readonly unknown: Facts;
  /** An optional prefix of the name. */
  readonly prefix?: RegExp;
}

/** For an unknown model: no parameters that a plain server could refuse. */
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
