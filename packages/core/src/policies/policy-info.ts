import type { Message, ToolCallRecord, ToolOutcome, ToolSpec, Usage } from '@toolwright/contract';
import type { RunState } from '../state/run-state.js';
import { frozenCopy } from './frozen-copy.js';
import { frozenTools } from './frozen-tool.js';
import type { PolicyInfo, RunView } from './policy.js';

/** The parts of a run besides its state that functions of users are told of. */
interface Surroundings {
  readonly agent: {
    readonly settings: { readonly name: string };
    readonly allTools: readonly ToolSpec[];
    readonly formerTools: readonly ToolSpec[];
  };
  readonly clock: { readonly elapsedMs: number; readonly signal: AbortSignal };
  readonly context: unknown;
  readonly toolState: Map<string, unknown>;
  /** The run whose tool started this one. */
  readonly above?: { hasUntrusted(): boolean } | undefined;
}

/** The state of a run for functions of users: it can be read, as it is now. */
export class LiveRunView implements RunView {
  readonly #state: RunState;
  readonly #ports: Pick<Surroundings, 'agent' | 'clock' | 'above'>;
  #records: WeakMap<ToolCallRecord, ToolCallRecord> | undefined;

  constructor(state: RunState, ports: Pick<Surroundings, 'agent' | 'clock' | 'above'>) {
    this.#state = state;
    this.#ports = ports;
  }

  get runId(): string {
    return this.#state.runId;
  }

  get iteration(): number {
    return this.#state.iteration;
  }

  get usage(): Usage {
    return Object.freeze({ ...this.#state.ledger.used.usage });
  }

  get cost(): number | undefined {
    return this.#state.ledger.used.cost ?? undefined;
  }

  get elapsedMs(): number {
    return this.#ports.clock.elapsedMs;
  }

  get toolCalls(): readonly ToolCallRecord[] {
    const { toolCalls, next } = this.#state;
    const finished = next.to === 'run-calls' ? next.step.finished : [];
    return Object.freeze([...toolCalls, ...finished].map((record) => this.#frozen(record)));
  }

  get untrustedAbove(): boolean {
    return this.#ports.above?.hasUntrusted() === true;
  }

  get messages(): readonly Message[] {
    return Object.freeze([...this.#state.history.messages]);
  }

  get tools(): readonly ToolSpec[] {
    return frozenTools(this.#ports.agent.allTools);
  }

  get formerTools(): readonly ToolSpec[] {
    return frozenTools(this.#ports.agent.formerTools);
  }

  /** A copy, whose outcome is copied when it is looked at: the result of the run shows the record itself. */
  #frozen(record: ToolCallRecord): ToolCallRecord {
    this.#records ??= new WeakMap();
    const known = this.#records.get(record);
    if (known !== undefined) return known;
    let outcome: ToolOutcome | undefined;
    const frozen = Object.freeze({
      ...record,
      get outcome() {
        outcome ??= frozenCopy(record.outcome);
        return outcome;
      },
    });
    this.#records.set(record, frozen);
    return frozen;
  }
}

/** What hooks are told of a run, as it is when they ask. */
export class LiveInfo implements PolicyInfo {
  readonly state: RunView;
  readonly shared: Map<string, unknown>;
  readonly context: unknown;
  readonly #ports: Surroundings;

  constructor(state: RunView, ports: Surroundings) {
    this.state = state;
    this.shared = ports.toolState;
    this.context = ports.context;
    this.#ports = ports;
    // One object for all policies of the run.
    Object.freeze(this);
  }

  get agent(): string {
    return this.#ports.agent.settings.name;
  }

  get signal(): AbortSignal {
    return this.#ports.clock.signal;
  }
}
