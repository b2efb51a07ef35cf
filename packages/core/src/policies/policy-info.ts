import type { Message, ToolCallRecord, Usage } from '@toolwright/contract';
import type { Ports } from '../run/ports.js';
import type { RunState } from '../run/run-state.js';
import type { PolicyInfo, RunView } from './policy.js';

type Surroundings = Pick<Ports, 'agent' | 'clock' | 'context' | 'toolState'>;

/** The state of a run for functions of users: it can be read, as it is now. */
export class LiveRunView implements RunView {
  readonly #state: RunState;
  readonly #clock: Ports['clock'];

  constructor(state: RunState, { clock }: Pick<Ports, 'clock'>) {
    this.#state = state;
    this.#clock = clock;
  }

  get runId(): string {
    return this.#state.runId;
  }

  get iteration(): number {
    return this.#state.iteration;
  }

  get usage(): Usage {
    return this.#state.ledger.used.usage;
  }

  get cost(): number | undefined {
    return this.#state.ledger.used.cost ?? undefined;
  }

  get elapsedMs(): number {
    return this.#clock.elapsedMs;
  }

  get toolCalls(): readonly ToolCallRecord[] {
    const { toolCalls, step } = this.#state;
    return step === undefined || step.finished.length === 0 ? toolCalls : [...toolCalls, ...step.finished];
  }

  get messages(): readonly Message[] {
    return this.#state.history.messages;
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
  }

  get agent(): string {
    return this.#ports.agent.settings.name;
  }

  get signal(): AbortSignal {
    return this.#ports.clock.signal;
  }
}
