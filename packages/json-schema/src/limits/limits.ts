/** A provider's limit and its source. */
export interface Limit<Value> {
  readonly allowed: Value;
  /** URL of the documentation, or of a place that quotes the provider's refusal. */
  readonly source: string;
}

/** A rule for names, as a regular expression and in words. */
export interface NameRule {
  readonly pattern: RegExp;
  /** Completes "must be …". */
  readonly words: string;
}

/** The limits of a provider; an absent member means that no limit is known. */
export interface Limits {
  readonly toolName?: Limit<NameRule>;
  /** Maximum number of characters. */
  readonly description?: Limit<number>;
  /** Names of the arguments themselves, not of nested members. */
  readonly argumentName?: Limit<NameRule>;
  readonly schema?: SchemaLimits;
}

export interface SchemaLimits {
  /** Levels of nested objects, including the arguments themselves. */
  readonly depth?: Limit<number>;
  /** Number of properties of all objects together. */
  readonly properties?: Limit<number>;
  /** Number of literals of all enums together. */
  readonly enumValues?: Limit<number>;
  /** Number of characters of all property names, definition names, enum values and constants together. */
  readonly characters?: Limit<number>;
  /** Number of characters of the strings of one enum with more than `above` strings. */
  readonly enumCharacters?: Limit<{ readonly above: number; readonly characters: number }>;
}

/** Letters, digits, underscores and dashes, at most 64. */
export const SIMPLE_NAME: NameRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  words: '1 to 64 letters, digits, underscores and dashes',
};
