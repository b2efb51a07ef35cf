import type { ModelCapabilities, ReasoningEffort } from '@toolwright/contract';

/** What is known of a model: its capabilities, its size, and which parameters it refuses. */
export interface ModelFacts extends ModelCapabilities {
  /** `without-reasoning`: taken only where the reasoning effort is `none`. */
  readonly temperature: 'always' | 'without-reasoning' | 'never';
  /** Refuses `max_tokens` and wants `max_completion_tokens`. */
  readonly newTokenLimit: boolean;
  /** The values of the reasoning effort that it takes, the least first; absent: all of them. */
  readonly efforts?: readonly ReasoningEffort[];
  /** What a request without a reasoning effort gets; absent: not known, but not `none`. */
  readonly defaultEffort?: ReasoningEffort;
  /** False: refuses tools unless the reasoning effort is `none`. */
  readonly reasoningWithTools?: boolean;
  /** False: takes no `seed`. */
  readonly seed?: boolean;
  /** Tokens of input and output together, where that is published. */
  readonly contextTokens?: number;
  /** The most tokens of one answer, where that is published. */
  readonly maxOutputTokens?: number;
  /** False: not to be had through chat completions. */
  readonly chat?: boolean;
  /** In what it differs through OpenAI's responses API; absent: not to be had there. */
  readonly responses?: Partial<ModelFacts>;
}

/** The models of a provider. */
export interface ModelTable<Facts extends ModelFacts = ModelFacts> {
  /** By the beginning of their names. The longest match counts. */
  readonly models: Readonly<Record<string, Facts>>;
  /** For names that match none. */
  readonly unknown: Facts;
  /** What can precede the name. */
  readonly prefix?: RegExp;
}

/** For a model of which nothing is known: it is asked for nothing that a plain server may refuse. */
export const UNKNOWN_MODEL: ModelFacts = {
  tools: true,
  jsonMode: false,
  jsonModeWithTools: false,
  strictSchemas: false,
  images: false,
  reasoning: false,
  webSearch: false,
  promptCaching: false,
  logprobs: false,
  mcpServers: 'none',
  temperature: 'always',
  newTokenLimit: false,
};
