import type { RunInfo } from '@toolwright/contract';
import { RunView } from './run-view.js';

/** A logger's active runs, and the tags that distinguish concurrent ones. */
export class ActiveRuns {
  readonly #views = new Map<string, RunView>();
  readonly #runsOfAgent = new Map<string, number>();
  /** Whether several runs were active simultaneously and some of them still are. */
  #mixed = false;

  /** Returns the view of a run, and creates it for a new run. */
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

  /** Returns the tag of a run: empty for a single run, otherwise `[agent] `, or `[agent#2] ` if the agent had other runs. */
  tag(view: RunView): string {
    if (!this.#mixed) return '';
    const { agent } = view.info;
    const several = (this.#runsOfAgent.get(agent) ?? 0) > 1;
    return `[${agent}${several ? `#${view.number}` : ''}] `;
  }
}
