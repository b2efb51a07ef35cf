import type { JsonSchema, OutputWarning } from '@toolwright/contract';

/** One attempt to fit a value to a schema. */
export interface Recovery {
  /** The schema that `$ref`s refer to. */
  readonly root: JsonSchema;
  /** The changes so far. */
  readonly warnings: OutputWarning[];
  /** Returns the value or a changed copy. A value that does not fit stays, and validation reports it. */
  recover(value: unknown, schema: JsonSchema, path: Path): unknown;
  /** Whether a part of the schema accepts a value without changes. */
  fits(value: unknown, schema: JsonSchema): boolean;
  /** How the answer spells a number; undefined if that is ambiguous. */
  spell(number: number): string | undefined;
  /** @param what continues the sentence that starts with the path */
  warn(path: Path, what: string): void;
  /** A separate attempt with its own warnings. */
  fork(): Recovery;
}

export type Path = readonly string[];
