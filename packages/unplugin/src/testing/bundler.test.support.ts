import type { TestProject } from './test-project.test.support.js';

/** A build that has ended: with what went wrong, where it did. */
export interface Outcome {
  readonly error?: string | undefined;
}

export interface Bundler {
  /** Longer than what a written file sets off takes to begin and to end. */
  readonly quietMs: number;
  /** @throws what makes the build fail. */
  build(project: TestProject): Promise<void>;
  /** @returns What ends it. */
  watch(project: TestProject, onBuild: (outcome: Outcome) => void): Promise<() => Promise<void>>;
}
