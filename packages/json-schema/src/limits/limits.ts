/** A provider's limit and its source. */
export interface Limit<Value> {
  readonly allowed: Value;
  /** The URL of the documentation, or of a page that quotes the provider's error. */
  readonly source: string;
}

/** A rule for names, as a regular expression and in words. */
export interface NameRule {
  readonly pattern: RegExp;
  /** The text after "must consist of". */
  readonly words: string;
}

/** The limits of a provider. An absent member means that no limit is known. */
export interface Limits {
  readonly toolName?: Limit<NameRule>;
  /** The maximum number of characters. */
  readonly description?: Limit<number>;
  /** The rule for the names of arguments. It does not apply to nested members. */
  readonly argumentName?: Limit<NameRule>;
  readonly schema?: SchemaLimits;
}

export interface SchemaLimits {
  /** The maximum number of levels of nested objects, including the arguments themselves. */
  readonly depth?: Limit<number>;
  /** The maximum number of properties in all objects together. */
  readonly properties?: Limit<number>;
  /** The maximum number of literals in all enums together. */
  readonly enumValues?: Limit<number>;
  /** The maximum number of characters in all property names, definition names, enum values and constants together. */
  readonly characters?: Limit<number>;
  /** The maximum number of characters in the strings of one enum, if it has more than `above` strings. */
  readonly enumCharacters?: Limit<{ readonly above: number; readonly characters: number }>;
}

/** A name of at most 64 letters, digits, underscores and dashes. */
export const SIMPLE_NAME: NameRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  words: '1 to 64 letters, digits, underscores and dashes',
};
