/** A limit of a provider and where the provider says so. */
export interface Limit<Value> {
  readonly allowed: Value;
  /** URL of the documentation, or of the place where the provider's refusal is quoted. */
  readonly source: string;
}

/** Names are told by a regular expression and in words. */
export interface NameRule {
  readonly pattern: RegExp;
  /** Completes "must be …". */
  readonly words: string;
}

/** What a provider refuses; what is absent has no known limit. */
export interface Limits {
  readonly toolName?: Limit<NameRule>;
  /** In characters. */
  readonly description?: Limit<number>;
  /** Names of the arguments themselves, not of members inside them. */
  readonly argumentName?: Limit<NameRule>;
  readonly schema?: SchemaLimits;
}

/** Limits of a lowered schema as a whole. */
export interface SchemaLimits {
  /** Objects within objects, the arguments counted as the first. */
  readonly depth?: Limit<number>;
  /** Properties of all objects together. */
  readonly properties?: Limit<number>;
  /** Literals of all enums together. */
  readonly enumValues?: Limit<number>;
  /** Characters of all property names, definition names, enum values and constants together. */
  readonly characters?: Limit<number>;
  /** Characters of the texts of one enum that has more than `above` of them. */
  readonly enumCharacters?: Limit<{ readonly above: number; readonly characters: number }>;
}

/** Letters, digits, underscores and dashes, at most 64. */
export const SIMPLE_NAME: NameRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  words: '1 to 64 letters, digits, underscores and dashes',
};
