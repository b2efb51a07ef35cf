import { configFileOf, type EffectsResult } from '@toolwright/effects';
import { checkFacts, type FactCheck, type Facts, withoutOwnFiles } from '@toolwright/program';
import type { CodegenRun } from '../codegen-run.js';
import { withEffects } from '../effects/generate-with-effects.js';
import { proofOf } from '../effects/proof.js';
import type { GenerateOptions, RunOptions } from '../generate-options.js';
import type { ProjectState } from '../incremental/project-state.js';
import { toCodegenRun } from '../incremental/read-and-keep.js';
import {
  projectDisk,
  type SharedSources,
  type UpdateOptions,
  updateProject,
} from '../incremental/update-project.js';
import { createPrintMemory } from '../manifest/print-memory.js';

/** Consecutive runs of a project in one process. Each run reads only what has changed since the last successful run. */
export interface Session {
  /**
   * Runs codegen again if something has changed; otherwise, returns undefined.
   * @throws ToolwrightError like `generate`. The next update after a change tries again.
   */
  update(): CodegenRun | undefined;
  /** The state of the disk that the last run or attempt observed. */
  facts(): Facts | undefined;
  /** The last run without errors. */
  good(): GoodRun | undefined;
}

export interface GoodRun {
  readonly run: CodegenRun;
  readonly state: ProjectState;
  /** The options of the run, with what its code proved. */
  readonly options: RunOptions;
}

/** Finds the effects of the tools; undefined if the project does not ask for proved hints. */
export type Prove = () => EffectsResult | undefined;

/** The disk as a run sees it. */
type View = Required<Pick<UpdateOptions, 'disk' | 'modules'>>;

const CODE = /\.[cm]?[jt]sx?$/;

/**
 * Derives a view after the content of some source files changed. Such changes affect neither the list of project files nor, for code,
 * module resolution.
 */
function viewAfter({ disk, modules }: View, changed: readonly string[]): View {
  return {
    disk: disk.after(changed),
    modules: changed.every((file) => CODE.test(file)) ? modules : {},
  };
}

export function createSession(given: GenerateOptions, prove: Prove = () => undefined): Session {
  const shared: SharedSources = { parsedLib: new Map(), parsed: new Map(), printed: createPrintMemory() };
  const disk = withoutOwnFiles(given);
  let tracked: View | undefined;
  let facts: Facts | undefined;
  let good: GoodRun | undefined;

  const newView = (): View => ({ disk: projectDisk(given), modules: {} });
  const runAnew = (on: View, earlier: UpdateOptions['earlier']): CodegenRun => {
    tracked = on;
    // Nothing else reads it again after it has changed.
    on.disk.readFile(configFileOf(given));
    try {
      const effects = prove();
      const options = { ...given, proof: effects && proofOf(effects) };
      const done = updateProject(options, { ...shared, ...on, earlier, keepsBodies: effects !== undefined });
      const { state } = done;
      facts = done.facts;
      const own = toCodegenRun(done);
      const run = effects === undefined ? own : withEffects(own, effects);
      if (state !== undefined && run.ok) good = { run, state, options };
      return run;
    } catch (error) {
      facts = on.disk.facts();
      throw error;
    }
  };
  /** Finds what changed since the last good run. If the last run was good, its check is reused. */
  const checkGood = ({ state }: GoodRun, latest: FactCheck): FactCheck =>
    state.facts === facts ? latest : checkFacts(state.facts, disk);

  return {
    update: () => {
      if (facts === undefined || tracked === undefined) return runAnew(newView(), undefined);
      const latest = checkFacts(facts, disk);
      if (!latest.moved && latest.changed.length === 0) {
        if (latest.renewed !== undefined && good?.state.facts === facts)
          good = { ...good, state: { ...good.state, facts: latest.renewed } };
        facts = latest.renewed ?? facts;
        return undefined;
      }
      const check = good && checkGood(good, latest);
      if (good === undefined || check === undefined || check.moved) return runAnew(newView(), undefined);
      const state = { ...good.state, facts: check.renewed ?? good.state.facts };
      good = { ...good, state };
      if (check.changed.length > 0) {
        const known = latest.moved ? newView() : viewAfter(tracked, latest.changed);
        return runAnew(known, { state, changed: check.changed });
      }
      // The error was undone, so the last good run is valid again. The disk of the failed run is out of date.
      tracked = newView();
      facts = state.facts;
      return good.run;
    },
    facts: () => facts,
    good: () => good,
  };
}
