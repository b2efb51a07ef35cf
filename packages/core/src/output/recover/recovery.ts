import type { JsonSchema, OutputWarning } from '@toolwright/contract';

/** One attempt to fit a value to a schema. */
export interface Recovery {
  /** The schema that references (`$ref`) are resolved against. */
  readonly root: JsonSchema;
  /** The changes so far. */
  readonly warnings: OutputWarning[];
  /** Returns the value or a changed copy. A value that does not fit stays unchanged, so that validation reports it. */
  recover(value: unknown, schema: JsonSchema, path: Path): unknown;
  /** Whether a part of the schema accepts a value without changes. */
  fits(value: unknown, schema: JsonSchema): boolean;
  /** Returns how the answer writes a number; undefined if ambiguous. */
  spell(number: number): string | undefined;
  /** @param what continues the sentence that starts with the path */
  warn(path: Path, what: string): void;
  /** Creates a separate attempt with its own warnings. */
  fork(): Recovery;
}

export type Path = readonly string[];
