import type { JsonSchema, OutputWarning } from '@toolwright/contract';

/** One attempt to fit a value to a schema, as the parts of it see it. */
export interface Recovery {
  /** What `$ref`s point into. */
  readonly root: JsonSchema;
  /** Everything that was changed so far. */
  readonly warnings: OutputWarning[];
  /** Gives the value itself, or a changed copy; a value that cannot be fitted stays as it is, and validation says why. */
  recover(value: unknown, schema: JsonSchema, path: Path): unknown;
  /** Whether a part of the schema accepts a value as it is. */
  fits(value: unknown, schema: JsonSchema): boolean;
  /** How the answer writes a number; undefined where that is not certain. */
  spell(number: number): string | undefined;
  /** @param what Completes the sentence that begins with the path. */
  warn(path: Path, what: string): void;
  /** An attempt of its own, whose warnings are kept apart. */
  fork(): Recovery;
}

export type Path = readonly string[];
