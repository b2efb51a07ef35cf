import type { JsonObject, Logger } from '@toolwright/contract';
import type { NestedRuns } from '../approval/nested-runs.js';
import type { Ledger } from '../limits/ledger.js';
import type { HandoffTarget } from './handoff.js';

/** What a run is to those that its tools start, and to tools that hand it over. */
export interface RunLink {
  readonly runId: string;
  readonly ledger: Ledger;
  /** How many runs are above this one. */
  readonly depth: number;
  /** How many may be, by the word of the topmost one. */
  readonly maxDepth: number;
  readonly logger: Logger | undefined;
  /** The runs of sub-agents that wait for a person; undefined where this one cannot wait with them. */
  readonly nested: NestedRuns | undefined;
  /** Has another agent go on after this step. False where one has been chosen already. */
  handOff(target: HandoffTarget): boolean;
}

/** The `state` that all tool calls of a run share. It leads to the run, so that what a tool starts can count for it. */
export class ToolState extends Map<string, unknown> {
  readonly #link: RunLink;

  /** @param values what tools had put there when the run was paused */
  constructor(link: RunLink, values: JsonObject = {}) {
    super(Object.entries(values));
    this.#link = link;
  }

  /** The run that a state belongs to; undefined for a plain map. */
  static linkOf(state: ReadonlyMap<string, unknown> | undefined): RunLink | undefined {
    return state !== undefined && #link in state ? state.#link : undefined;
  }
}
