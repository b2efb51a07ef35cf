import type { RunInfo } from '@toolwright/contract';
import { RunView } from './run-view.js';

/** The runs that one logger is hearing of, and what to call them when there are several. */
export class ActiveRuns {
  readonly #views = new Map<string, RunView>();
  readonly #runsOfAgent = new Map<string, number>();
  /** Several runs were active at once, and not all have ended since. */
  #mixed = false;

  /** The run's view; a run that was not heard of before begins here. */
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

  /** Empty while one run is alone, else `[agent] `, with a number where the agent has had other runs: `[agent#2] `. */
  tag(view: RunView): string {
    if (!this.#mixed) return '';
    const { agent } = view.info;
    const several = (this.#runsOfAgent.get(agent) ?? 0) > 1;
    return `[${agent}${several ? `#${view.number}` : ''}] `;
  }
}
