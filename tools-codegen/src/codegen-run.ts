import type { RunNote, SourceLine } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { GenerateResult } from './generate-result.js';
import type { ToolPlace } from './tool-place.js';

/** A module that codegen writes. */
export interface GeneratedModule {
  /** The absolute path. */
  readonly file: string;
  /** The SHA-256 hash of the module's text, in base64url; undefined if the file should not exist. */
  readonly hash: string | undefined;
  /** The file's stamp (see `stampOf`) when it was last known to have this hash. */
  readonly stamp?: string;
}

/** The result of a codegen run before its files are written. Schemas and module texts are read from the cache or computed on demand. */
export interface CodegenRun {
  /** Sorted by name, then by file. */
  readonly tools: readonly ToolPlace[];
  /** The number of tools; a method and its overrides count as one. */
  readonly toolCount: number;
  /** The URIs of the resources; a method and its overrides count as one. */
  readonly resources: readonly string[];
  /** The names of the types with a schema. */
  readonly schemas: readonly string[];
  /** Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the source lines that `printDiagnostics` shows; if undefined, it reads them from the files. */
  readonly sourceLine?: SourceLine | undefined;
  /** False if there are errors, in which case nothing must be written. */
  readonly ok: boolean;
  /**
   * Absolute paths of the project files that were read: sources with their imports, and tsconfigs. As long as these are unchanged and no
   * files are added or removed, another run gives the same result. Excludes dependencies in `node_modules`.
   */
  readonly files: readonly string[];
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  readonly manifest: GeneratedModule;
  /** The module of precompiled validators, in the manifest's folder. */
  readonly validators: GeneratedModule;
  result(): Promise<GenerateResult>;
  /** Undefined for a run that is not stored. */
  readonly note?: RunNote | undefined;
}
