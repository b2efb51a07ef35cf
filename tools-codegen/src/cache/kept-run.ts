import type { CodeState, Facts } from '@toolwright/program';
import type { ProgramFiles } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { CodegenRun } from '../codegen-run.js';
import type { ToolPlace } from '../tool-place.js';
import type { PackedProject } from './pack-project.js';

/** The stored part of a run without errors that is enough to check that it is still valid, and to return its findings. */
export interface KeptRun {
  /** The key of its `CachePlace`. */
  readonly options: string;
  readonly code: CodeState;
  readonly facts: Facts;
  readonly projectDir: string;
  readonly tools: readonly ToolPlace[];
  readonly resources: readonly string[];
  readonly schemas: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly modules: Pick<CodegenRun, 'manifest' | 'validators'>;
  /** The name of the file with the body. */
  readonly body: string;
}

/** The rest of a run: the project reading, from which the modules can be printed again. */
export interface KeptBody {
  /** Its file name, as the run has it. */
  readonly name: string;
  readonly project: PackedProject;
  readonly roots: readonly string[];
  readonly files: ProgramFiles;
  readonly separable: boolean;
}
