import type { ProjectOptions } from '../../project/project-options.js';

export const DIFF_FORMATS = ['pretty', 'json', 'github', 'sarif', 'markdown'] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

export const FAIL_ON = ['breaking', 'model-visible'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The options of `toolwright diff`. */
export interface DiffOptions extends ProjectOptions {
  readonly out?: string;
  readonly failOn?: FailOn;
  readonly format: DiffFormat;
}
