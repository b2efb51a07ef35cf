import type { RunInfo } from '@toolwright/contract';
import { RunView } from './run-view.js';

/** The active runs of one logger, and the tags that distinguish several of them. */
export class ActiveRuns {
  readonly #views = new Map<string, RunView>();
  readonly #runsOfAgent = new Map<string, number>();
  /** Whether several runs have been active at once and some are still active. */
  #mixed = false;

  /** Returns the view of a run; adds a new run. */
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

  /** Returns the tag of a run: empty for a single run, otherwise `[agent] `, with a number if the agent had other runs: `[agent#2] `. */
  tag(view: RunView): string {
    if (!this.#mixed) return '';
    const { agent } = view.info;
    const several = (this.#runsOfAgent.get(agent) ?? 0) > 1;
    return `[${agent}${several ? `#${view.number}` : ''}] `;
  }
}
