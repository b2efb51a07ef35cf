import type { CodegenRun } from '../codegen-run.js';
import type { ProgramFiles } from '../compiler/program-files.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Facts } from '../disk/facts.js';
import type { ToolPlace } from '../tool-place.js';
import type { PackedProject } from './pack-project.js';

/** What is kept of a run without errors: enough to tell that it still holds, and what it found. */
export interface KeptRun {
  readonly code: KeptCode;
  readonly facts: Facts;
  readonly projectDir: string;
  readonly tools: readonly ToolPlace[];
  readonly schemas: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly modules: Pick<CodegenRun, 'manifest' | 'validators'>;
  /** The name of the file with the rest. */
  readonly body: string;
}

/** The code that made it. */
export interface KeptCode {
  readonly folder: string;
  readonly facts: Facts;
}

/** The rest: what was read, from which the modules can be made again. */
export interface KeptBody {
  readonly project: PackedProject;
  readonly roots: readonly string[];
  readonly files: ProgramFiles;
  readonly separable: boolean;
}
