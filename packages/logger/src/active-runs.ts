import type { RunInfo } from '@toolwright/contract';
import { RunView } from './run-view.js';

/** A logger's active runs: their tree, and the tags that distinguish concurrent ones. */
export class ActiveRuns {
  readonly #views = new Map<string, RunView>();
  readonly #runsOfAgent = new Map<string, number>();
  /** The active runs by depth in the tree. `mixed`: several were active simultaneously and some of them still are. */
  readonly #levels = new Map<number, { count: number; mixed: boolean }>();
  readonly #isTree: boolean;

  /** @param isTree whether runs are shown below the run that started them, so that only runs at the same depth need tags */
  constructor(isTree: boolean) {
    this.#isTree = isTree;
  }

  /** Returns the view of a run, and creates it for a new run. */
  view(info: RunInfo, time: number): RunView {
    const known = this.#views.get(info.runId);
    if (known) return known;
    const number = (this.#runsOfAgent.get(info.agent) ?? 0) + 1;
    this.#runsOfAgent.set(info.agent, number);
    const parent = this.#isTree ? this.#views.get(info.parentRunId ?? '') : undefined;
    const view = new RunView(info, number, time, parent);
    this.#views.set(info.runId, view);
    if (parent) parent.children += 1;
    const level = this.#levels.get(view.depth) ?? { count: 0, mixed: false };
    level.count += 1;
    level.mixed ||= level.count > 1;
    this.#levels.set(view.depth, level);
    return view;
  }

  end(view: RunView): void {
    this.#views.delete(view.info.runId);
    if (view.parent) view.parent.children -= 1;
    const level = this.#levels.get(view.depth);
    if (!level) return;
    level.count -= 1;
    if (level.count === 0) this.#levels.delete(view.depth);
  }

  /**
   * Returns the tag of a run: empty if its place in the tree identifies it, otherwise `[agent] `, or `[agent#2] ` if the agent had other runs.
   * @param isFirst whether the tag is for the first entry of the run, which names each sub-agent
   */
  tag(view: RunView, isFirst: boolean): string {
    if (!this.#levels.get(view.depth)?.mixed && !(isFirst && view.parent)) return '';
    const { agent } = view.info;
    const several = (this.#runsOfAgent.get(agent) ?? 0) > 1;
    return `[${agent}${several ? `#${view.number}` : ''}] `;
  }
}
