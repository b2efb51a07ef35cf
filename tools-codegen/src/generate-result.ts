import type { Located, ResourceSpec, ToolSpec } from '@toolwright/contract';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ToolPlace } from './tool-place.js';

/** The result of a codegen run. */
export interface GenerateResult {
  /** Sorted by name, then by file. */
  readonly tools: readonly Located<ToolSpec>[];
  /** The source location of each tool, in the same order. */
  readonly places: readonly ToolPlace[];
  /** A name that tells each tool apart from others with the same name, in the same order: `Class.method`, or a function tool's own name. */
  readonly qualifiedNames: readonly string[];
  /** Sorted by URI, then by file. */
  readonly resources: readonly Located<ResourceSpec>[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the manifest module; complete only if `ok`. */
  readonly output: string;
  readonly outFile: string;
  readonly validators: ValidatorsModule;
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False if there are errors, in which case the module must not be written. */
  readonly ok: boolean;
}

/** The module of precompiled validators, in the manifest's folder. */
export interface ValidatorsModule {
  /** The absolute path. */
  readonly file: string;
  /** Undefined if validators were not requested: the file should then not exist. */
  readonly output: string | undefined;
}
