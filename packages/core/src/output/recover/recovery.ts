import type { JsonSchema, OutputWarning } from '@toolwright/contract';

/** One attempt to fit a value to a schema. */
export interface Recovery {
  /** The schema into which `$ref`s point. */
  readonly root: JsonSchema;
  /** The changes so far. */
  readonly warnings: OutputWarning[];
  /** Returns the value, or a changed copy. A value that does not fit stays, and validation says why. */
  recover(value: unknown, schema: JsonSchema, path: Path): unknown;
  /** Whether a part of the schema accepts a value without changes. */
  fits(value: unknown, schema: JsonSchema): boolean;
  /** How the answer writes a number; undefined if that is not certain. */
  spell(number: number): string | undefined;
  /** @param what Continues the sentence that begins with the path. */
  warn(path: Path, what: string): void;
  /** A separate attempt with its own warnings. */
  fork(): Recovery;
}

export type Path = readonly string[];
