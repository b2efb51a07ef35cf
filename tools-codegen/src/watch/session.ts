import type { CodegenRun } from '../codegen-run.js';
import { checkFacts } from '../disk/check-facts.js';
import type { Facts } from '../disk/facts.js';
import type { GenerateOptions } from '../generate-options.js';
import type { ProjectState } from '../incremental/project-state.js';
import { projectDisk, type RunOptions, runProject, type SharedSources } from '../incremental/run-project.js';
import { describeRun } from '../incremental/run-with-cache.js';
import { withoutOwnFiles } from '../layout.js';

/** Runs of one project, one after the other, in one process: each reads only what changed since the last one that went well. */
export interface Session {
  /**
   * A new run; undefined where the last one still holds.
   * @throws ToolwrightError as `generate` does; then it is tried again as soon as something changes.
   */
  update(): CodegenRun | undefined;
  /** What the last run, or the last attempt, saw of the disk. */
  facts(): Facts | undefined;
  /** The last run without errors. */
  good(): GoodRun | undefined;
}

export interface GoodRun {
  readonly run: CodegenRun;
  readonly state: ProjectState;
}

export function createSession(options: GenerateOptions): Session {
  const shared: SharedSources = { parsedLib: new Map(), parsed: new Map() };
  const disk = withoutOwnFiles(options);
  let facts: Facts | undefined;
  let good: GoodRun | undefined;

  const runAnew = (earlier: RunOptions['earlier']): CodegenRun => {
    const tracked = projectDisk(options);
    try {
      const { result, state, facts: seen } = runProject(options, { ...shared, disk: tracked, earlier });
      facts = seen;
      const run = describeRun(result);
      if (state !== undefined) good = { run, state };
      return run;
    } catch (error) {
      facts = tracked.facts();
      throw error;
    }
  };

  return {
    update: () => {
      if (facts !== undefined) {
        const { moved, changed, renewed } = checkFacts(facts, disk);
        facts = renewed ?? facts;
        if (!moved && changed.length === 0) return undefined;
      }
      const check = good && checkFacts(good.state.facts, disk);
      if (good === undefined || check === undefined || check.moved) return runAnew(undefined);
      const state = { ...good.state, facts: check.renewed ?? good.state.facts };
      good = { ...good, state };
      if (check.changed.length > 0) return runAnew({ state, changed: check.changed });
      // What was wrong since is undone.
      facts = state.facts;
      return good.run;
    },
    facts: () => facts,
    good: () => good,
  };
}
