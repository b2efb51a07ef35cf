import type { Located, ResourceSpec, ToolSpec } from '@toolwright/contract';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ToolPlace } from './tool-place.js';

/** The result of a codegen run. */
export interface GenerateResult {
  /** Sorted by name, then by file. */
  readonly tools: readonly Located<ToolSpec>[];
  /** The place of each tool, in the same order. */
  readonly places: readonly ToolPlace[];
  /**
   * The name that distinguishes each tool from others of its name, in the same order: `Class.method`, or the tool's name for functions.
   */
  readonly qualifiedNames: readonly string[];
  /** Sorted by URI, then by file. */
  readonly resources: readonly Located<ResourceSpec>[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** Sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the manifest module; complete only if `ok`. */
  readonly output: string;
  readonly outFile: string;
  readonly validators: ValidatorsModule;
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False after errors: the module must not be written. */
  readonly ok: boolean;
}

/** The module of precompiled validators, beside the manifest. */
export interface ValidatorsModule {
  /** The absolute path. */
  readonly file: string;
  /** Undefined if validators were not requested: the file should then not exist. */
  readonly output: string | undefined;
}
