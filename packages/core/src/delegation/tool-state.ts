import type { JsonObject, Logger, ToolwrightError } from '@toolwright/contract';
import type { NestedRuns } from '../approval/nested-runs.js';
import type { Ledger } from '../limits/ledger.js';
import type { Policy } from '../policies/policy.js';
import type { HandoffTarget } from './handoff.js';

/** A call in progress. */
export interface OpenCall {
  readonly toolName: string;
  /** Ends the calls that its tool makes. Called when the call ends, however it ends. */
  end?: () => void;
}

/** The parts of a run that are visible to the runs that its tools start. */
export interface RunLink {
  readonly runId: string;
  readonly ledger: Ledger;
  /** The number of runs that enclose this run. */
  readonly depth: number;
  /** The maximum depth, set by the outermost run. */
  readonly maxDepth: number;
  readonly logger: Logger | undefined;
  /** The logger of the run, which also receives the events of nested runs. */
  readonly runLogger: Logger | undefined;
  /** Returns the policies that also apply to sub-agent runs. */
  policies(): readonly Policy[];
  /** Ids of sub-agent calls whose runs read untrusted text. */
  readonly untrusted: Set<string>;
  /** Errors of the program that ended sub-agent runs, by the call that started the run. They end this run, too. */
  readonly failed: Map<string, ToolwrightError>;
  /** Whether this run, or a run that encloses it, has untrusted text in its conversation. */
  hasUntrusted(): boolean;
  /** Sub-agent runs that are waiting for a person; undefined if this run cannot pause with them. */
  readonly nested: NestedRuns | undefined;
  /** The state and the ports of the run, for tools that make calls: other programs load no code for them. */
  parts(): unknown;
  /** The calls in progress, by id. */
  readonly open: Map<string, OpenCall>;
  /** Chooses another agent to continue after this step. Returns false if an agent was already chosen. */
  handOff(target: HandoffTarget): boolean;
}

/** The `state` that all tool calls of a run share. It links to the run, so that the usage of runs started by its tools is counted. */
export class ToolState extends Map<string, unknown> {
  readonly #link: RunLink;

  /** @param values the values that tools had stored when the run was paused */
  constructor(link: RunLink, values: JsonObject = {}) {
    super(Object.entries(values));
    this.#link = link;
  }

  /** Returns the run that a state belongs to; undefined for a plain map. */
  static linkOf(state: ReadonlyMap<string, unknown> | undefined): RunLink | undefined {
    return state !== undefined && #link in state ? state.#link : undefined;
  }
}
