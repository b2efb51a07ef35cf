import type {
  LLMProvider,
  Message,
  ToolCallRecord,
  ToolOutcome,
  ToolSpec,
  Usage,
} from '@toolwright/contract';
import type { RunState } from '../state/run-state.js';
import { frozenCopy } from './frozen-copy.js';
import { frozenTools } from './frozen-tool.js';
import type { PolicyInfo, RunView } from './policy.js';

/** What policies and stop rules can read in addition to a run's state. */
interface Surroundings {
  readonly agent: {
    readonly settings: { readonly name: string; readonly client: LLMProvider };
    readonly allTools: readonly ToolSpec[];
    readonly formerTools: readonly ToolSpec[];
  };
  readonly clock: { readonly elapsedMs: number; readonly signal: AbortSignal };
  readonly context: unknown;
  readonly toolState: Map<string, unknown>;
  /** The run whose tool started this run. */
  readonly above?: { hasUntrusted(): boolean } | undefined;
}

/** A live view of a run's state for policies and stop rules. */
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

  /** Returns a frozen copy whose outcome is only copied when it is read. The run's result contains the original record. */
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

/** The live information that hooks receive about a run. */
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
    // All policies of the run share this object.
    Object.freeze(this);
  }

  get agent(): string {
    return this.#ports.agent.settings.name;
  }

  get client(): LLMProvider {
    return this.#ports.agent.settings.client;
  }

  get signal(): AbortSignal {
    return this.#ports.clock.signal;
  }
}
