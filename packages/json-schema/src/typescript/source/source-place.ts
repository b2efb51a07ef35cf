import type { JsonSchema, JsonValue } from '@toolwright/contract';
import type { DocText } from '../doc-comment.js';
import type { TypeTag, WrittenConstraint } from './source-docs.js';

/** What a schema says and TypeScript with JSDoc tags does not. */
export interface SourceLoss {
  /** The JSON pointer of the schema, which begins with the path that the printer was given. */
  readonly path: string;
  readonly keyword: string;
  /** The reason, as the rest of a sentence that begins with the keyword. */
  readonly what: string;
}

/** Where a type is printed. */
export interface SourcePlace {
  /** Begins the paths of losses. */
  readonly path: string;
  /** The name of a type that must be declared because its place holds no comment. */
  readonly name: string;
  /** The indentation of the place. */
  readonly margin: string;
}

/** A type, and what the comment before it says. */
export interface PrintedType {
  /** Begins with a line break if it is a union whose members have comments. */
  readonly type: string;
  readonly docs: DocText;
}

/** A type whose constraints are not part of a comment yet. */
export interface WrittenType extends PrintedType {
  readonly constraints: readonly WrittenConstraint[];
  /** The outermost part of the type, if it is one of these. */
  readonly outer?: 'union' | 'object';
}

/** A class, and the schemas of its type arguments. */
export interface SourceInstance {
  readonly name: string;
  readonly parts: readonly JsonSchema[];
}

/** What the writers of types ask of their printer. */
export interface SourceContext {
  /** Whether an object that does not say so has no other members. */
  readonly closed: boolean;
  readonly isValue: (value: JsonValue, schema: JsonSchema) => boolean;
  readonly instanceOf: (schema: JsonSchema) => SourceInstance | undefined;
  lose(place: SourcePlace, keyword: string, what: string): void;
  /** Whether too many schemas were joined; counts one more. */
  isExhausted(place: SourcePlace): boolean;
  /** Finds a definition that is an ordinary type, not one that stands for itself. */
  findDefinition($ref: unknown): JsonSchema | undefined;
  /** Returns the name of a definition's type, which is declared later. */
  nameOf($ref: string): string;
  typeTag(tag: TypeTag): string;
  /** Writes a type for a place with a comment. */
  write(schema: unknown, place: SourcePlace, form?: ConstraintForm): WrittenType;
  /** Writes a type for a place without a comment. */
  inline(schema: unknown, place: SourcePlace): string;
}

/**
 * Where constraints are written: in the comment; in the comment, but in the type for several types (`nested`, and `branch` for an
 * alternative of a choice); or always in the type, as `Max<3>`.
 */
export type ConstraintForm = 'comment' | 'nested' | 'branch' | 'type';

/** Keywords that only document. */
export const DOCS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'writeOnly',
]);
