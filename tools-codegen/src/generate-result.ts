import type { ResourceSpec, ToolSpec } from '@toolwright/contract';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ToolPlace } from './tool-place.js';

/** The result of a run of codegen. */
export interface GenerateResult {
  /** By name, then by file. */
  readonly tools: readonly ToolSpec[];
  /** Of each tool in that order, where it is written. */
  readonly places: readonly ToolPlace[];
  /** Of each tool in that order, what tells it from others of its name: `Class.method`; the tool's name for functions. */
  readonly qualifiedNames: readonly string[];
  /** By URI, then by file. */
  readonly resources: readonly ResourceSpec[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the module; complete only where `ok`. */
  readonly output: string;
  /** Absolute. */
  readonly outFile: string;
  readonly validators: ValidatorsModule;
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False where a diagnostic is an error: the module must not be written. */
  readonly ok: boolean;
}

/** The module of precompiled validators, beside the manifest. */
export interface ValidatorsModule {
  /** Absolute. */
  readonly file: string;
  /** Undefined where none were asked for: then there is to be no such file. */
  readonly output: string | undefined;
}
