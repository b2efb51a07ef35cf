import { type AgentEvent, errorMessage, type Logger, type RunInfo, type Usage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import type { TaskEvent, TaskListener } from './task-event.js';

/** Forwards the events of a task's runs, and accumulates usage, cost and warnings. */
export class TaskLog implements Logger {
  readonly #logger: Logger | undefined;
  readonly #listener: TaskListener | undefined;
  readonly #warnings = new Set<string>();
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #cost: number | undefined = 0;

  constructor(logger: Logger | undefined, listener: TaskListener | undefined) {
    this.#logger = logger;
    this.#listener = listener;
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** The usage of all finished runs. */
  get usage(): Usage {
    return this.#usage;
  }

  /** The cost of all finished runs; undefined if the cost of any run is unknown. */
  get cost(): number | undefined {
    return this.#cost;
  }

  warn(message: string): void {
    this.#warnings.add(message);
  }

  log(event: AgentEvent, run: RunInfo): unknown {
    if (event.type === 'warning') this.warn(event.message);
    // The result of the parent run includes the usage of its sub-agents.
    if (event.type === 'run-end' && run.parentRunId === undefined) {
      const { usage, cost } = event.result;
      this.#usage = addUsage(this.#usage, usage);
      this.#cost = cost === undefined || this.#cost === undefined ? undefined : this.#cost + cost;
    }
    this.#tell(event, run);
    return this.#logger?.log(event, run);
  }

  /** Forwards an event that belongs to no run. */
  note(event: TaskEvent): void {
    this.#tell(event, undefined);
  }

  #tell(event: TaskEvent, run: RunInfo | undefined): void {
    try {
      this.#listener?.(event, run);
    } catch (error) {
      this.warn(`A listener failed: ${errorMessage(error)}`);
    }
  }
}
