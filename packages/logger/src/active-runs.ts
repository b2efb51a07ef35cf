import type { RunInfo } from '@toolwright/contract';
import { RunView } from './run-view.js';

/** The active runs of one logger, and how to name them if there are several. */
export class ActiveRuns {
  readonly #views = new Map<string, RunView>();
  readonly #runsOfAgent = new Map<string, number>();
  /** Whether several runs have been active at once and some are still active. */
  #mixed = false;

  /** The view of a run. A new run is added. */
  view(info: RunInfo, time: number): RunView {
    const known = this.#views.get(info.runId);
    if (known) return known;
    const number = (this.#runsOfAgent.get(info.agent) ?? 0) + 1;
    this.#runsOfAgent.set(info.agent, number);
    const view = new RunView(info, number, time);
    this.#views.set(info.runId, view);
    if (this.#views.size > 1) this.#mixed = true;
    return view;
  }

  end(view: RunView): void {
    this.#views.delete(view.info.runId);
    if (this.#views.size === 0) this.#mixed = false;
  }

  /** Empty for a single run, else `[agent] `; numbered if the agent has had other runs: `[agent#2] `. */
  tag(view: RunView): string {
    if (!this.#mixed) return '';
    const { agent } = view.info;
    const several = (this.#runsOfAgent.get(agent) ?? 0) > 1;
    return `[${agent}${several ? `#${view.number}` : ''}] `;
  }
}
