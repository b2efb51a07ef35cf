import type { ProgramFiles } from '../compiler/program-files.js';
import type { Facts } from '../disk/facts.js';
import type { ProjectReading } from '../reading/project-reading.js';

/** A project as it was read without errors, with all that is needed to read only a part of it the next time. */
export interface ProjectState {
  readonly project: ProjectReading;
  /** The files that the program of the whole project starts from. */
  readonly roots: readonly string[];
  readonly files: ProgramFiles;
  /** Each file would be read the same without the others, but for what it imports. */
  readonly separable: boolean;
  /** What the disk was like. */
  readonly facts: Facts;
}
