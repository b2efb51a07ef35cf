import type { ProjectOptions } from '../../project/project-options.js';
import type { Format } from '../codegen/print-report.js';
import type { FailOn } from './lint-config.js';

/** The options of `toolwright lint`. */
export interface LintCommandOptions extends ProjectOptions {
  readonly provider?: readonly string[];
  readonly budget?: number;
  readonly toolBudget?: number;
  readonly failOn?: FailOn;
  readonly format: Format;
  readonly verbose?: true;
}
