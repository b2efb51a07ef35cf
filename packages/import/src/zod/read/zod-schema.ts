import type { JsonSchema } from '@toolwright/contract';
import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** What a Zod schema accepts. */
export interface ZodSchema {
  readonly schema: JsonSchema;
  /** Whether the value may be absent. */
  readonly isOptional?: boolean;
  /** The constant that declares the schema, if a type is named after it. */
  readonly name?: ts.Symbol;
}

/** A rule that only Zod itself can apply. */
export interface ZodRule {
  readonly node: ts.Node;
  readonly reason: string;
}

/** A schema that cannot be read from its source. */
export class UnreadableSchema extends Error {
  constructor(
    readonly node: ts.Node,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export interface ReadContext {
  readonly compiler: Compiler;
  /** The types named after constants, by the constant. `undefined` while the constant is being read. */
  readonly named: Map<ts.Symbol, ZodSchema | undefined>;
  /** Constants that are being followed, so that one that refers to itself is found. */
  readonly followed: Set<ts.Symbol>;
  /** Whether values of the schema are read as results, after Zod has parsed them. */
  readonly isOutput: boolean;
  /** Reports a rule that only Zod can apply. */
  keep(node: ts.Node, reason: string): void;
  /** Returns a name for a constant that no other constant of the file has. */
  keyOf(symbol: ts.Symbol): string;
}

/** A call of a function of Zod's. */
export interface ZodCall {
  readonly node: ts.Node;
  readonly args: readonly ts.Expression[];
  readonly version: 'v3' | 'v4';
  readonly context: ReadContext;
  readonly read: (node: ts.Expression, context: ReadContext) => ZodSchema;
}

/** A class whose instances are the values of a schema, such as `Map`, and the schemas of its parts. */
export interface Instance {
  readonly name: string;
  readonly parts: readonly JsonSchema[];
}

interface InstanceSchema extends JsonSchema {
  readonly instance?: Instance;
}

/** Marks a schema as that of the JSON form of a class. The mark is no keyword, and is only printed as a type. */
export function instance(schema: JsonSchema, name: string, ...parts: readonly JsonSchema[]): JsonSchema {
  const marked: InstanceSchema = { ...schema, instance: { name, parts } };
  return marked;
}

/** Returns the class that {@link instance} named. */
export function instanceOf(schema: JsonSchema): Instance | undefined {
  return (schema as InstanceSchema).instance; // set by `instance` alone
}
