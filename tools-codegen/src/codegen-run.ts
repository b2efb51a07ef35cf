import type { RunNote, SourceLine } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { GenerateResult } from './generate-result.js';
import type { ToolPlace } from './tool-place.js';

/** A module that codegen writes. */
export interface GeneratedModule {
  /** The absolute path. */
  readonly file: string;
  /** SHA-256 of its text, in base64url; undefined if the file should not exist. */
  readonly hash: string | undefined;
  /** The stamp of a file that is known to have this hash. */
  readonly stamp?: string;
}

/** The result of a codegen run, before files are written. Schemas and texts come from the cache or are computed on demand. */
export interface CodegenRun {
  /** Sorted by name, then by file. */
  readonly tools: readonly ToolPlace[];
  /** The number of tools; a method and its overrides count as one. */
  readonly toolCount: number;
  /** The URIs of the resources; a method and its overrides count as one. */
  readonly resources: readonly string[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** Sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The source lines of the diagnostics, for `printDiagnostics`; undefined if it has to read the files. */
  readonly sourceLine?: SourceLine | undefined;
  /** False after errors: nothing may then be written. */
  readonly ok: boolean;
  /**
   * Absolute paths of the project files that were read: sources with their imports, and tsconfigs. As long as these are unchanged and no
   * files are added or removed, another run gives the same result. Excludes dependencies in `node_modules`.
   */
  readonly files: readonly string[];
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  readonly manifest: GeneratedModule;
  /** The precompiled validators, beside the manifest. */
  readonly validators: GeneratedModule;
  result(): Promise<GenerateResult>;
  /** Undefined for a run that is not stored. */
  readonly note?: RunNote | undefined;
}
