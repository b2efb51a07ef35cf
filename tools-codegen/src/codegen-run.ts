import type { RunNote, SourceLine } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { GenerateResult } from './generate-result.js';
import type { ToolPlace } from './tool-place.js';

/** A module that codegen writes. */
export interface GeneratedModule {
  /** Absolute. */
  readonly file: string;
  /** SHA-256 of its text, in base64url; undefined where there is to be no such file. */
  readonly hash: string | undefined;
  /** The stamp of a file that is known to have this hash. */
  readonly stamp?: string;
}

/**
 * The result of a run of codegen, before anything is written. Schemas and texts come from the cache or are made when they are asked for.
 */
export interface CodegenRun {
  /** By name, then by file. */
  readonly tools: readonly ToolPlace[];
  /** How many tools there are: a method and those that override it are one. */
  readonly toolCount: number;
  /** The URIs of the resources: a method and those that override it are one. */
  readonly resources: readonly string[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The lines of source of the diagnostics, for `printDiagnostics`; undefined where it must read the files. */
  readonly sourceLine?: SourceLine | undefined;
  /** False where a diagnostic is an error: nothing must be written. */
  readonly ok: boolean;
  /**
   * What it read of the project, absolute: the sources with all that they import, tsconfigs. While these stay as they are, another run
   * finds the same, unless files come or go. Without dependencies in `node_modules`.
   */
  readonly files: readonly string[];
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  readonly manifest: GeneratedModule;
  /** Precompiled validators, beside the manifest. */
  readonly validators: GeneratedModule;
  result(): Promise<GenerateResult>;
  /** Undefined for a run that is not stored. */
  readonly note?: RunNote | undefined;
}
