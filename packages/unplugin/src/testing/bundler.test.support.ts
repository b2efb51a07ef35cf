import type { TestProject } from './test-project.test.support.js';

/** The end of a build, with its error if it failed. */
export interface Outcome {
  readonly error?: string | undefined;
}

export interface Bundler {
  /** Longer than a build after a written file takes to begin and to end. */
  readonly quietMs: number;
  /** @throws the error that fails the build */
  build(project: TestProject): Promise<void>;
  /** @returns a function that stops watching */
  watch(project: TestProject, onBuild: (outcome: Outcome) => void): Promise<() => Promise<void>>;
}
