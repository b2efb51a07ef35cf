import type { Facts } from '@toolwright/program';
import type { ProgramFiles } from '@toolwright/program/compiler';
import type { ProjectReading } from '../reading/project-reading.js';

/** A project that was read without errors, with everything that is needed to read only a part of it next time. */
export interface ProjectState {
  readonly project: ProjectReading;
  readonly roots: readonly string[];
  readonly files: ProgramFiles;
  /** Whether reading a file depends only on the file and its imports. */
  readonly separable: boolean;
  readonly facts: Facts;
}
