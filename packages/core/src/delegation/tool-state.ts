import type { JsonObject, Logger } from '@toolwright/contract';
import type { NestedRuns } from '../approval/nested-runs.js';
import type { Ledger } from '../limits/ledger.js';
import type { Policy } from '../policies/policy.js';
import type { HandoffTarget } from './handoff.js';

/** A run, as the runs that its tools start see it. */
export interface RunLink {
  readonly runId: string;
  readonly ledger: Ledger;
  /** How many runs are above this one. */
  readonly depth: number;
  /** How many there may be; the topmost run decides. */
  readonly maxDepth: number;
  /** That of the agent. */
  readonly logger: Logger | undefined;
  /** That of the run, which also gets the events of the runs below. */
  readonly runLogger: Logger | undefined;
  /** Those that also hold in the runs of sub-agents. */
  policies(): readonly Policy[];
  /** Calls of sub-agents that have read text of others. */
  readonly untrusted: Set<string>;
  /** Whether this run, or one above it, has marked text of others in its conversation. */
  hasUntrusted(): boolean;
  /** Runs of sub-agents that wait for a person; undefined if this run cannot wait with them. */
  readonly nested: NestedRuns | undefined;
  /** Lets another agent go on after this step. False if one was chosen before. */
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
