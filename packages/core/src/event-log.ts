import { type AgentEvent, errorMessage, type Logger, type RunInfo } from '@toolwright/contract';

/** Shows each event of a run to the logger, on its way to the consumer. */
export class EventLog {
  readonly #logger: Logger | undefined;
  readonly #run: RunInfo;
  readonly #onFailure: (warning: AgentEvent) => void;
  #failed = false;

  /** @param onFailure gets a warning the first time that the logger throws */
  constructor(logger: Logger | undefined, run: RunInfo, onFailure: (warning: AgentEvent) => void) {
    this.#logger = logger;
    this.#run = run;
    this.#onFailure = onFailure;
  }

  /** Logs an event and gives it back. */
  note<Event extends AgentEvent>(event: Event): Event {
    if (this.#logger === undefined) return event;
    try {
      this.#logger.log(event, this.#run);
    } catch (thrown) {
      if (!this.#failed) {
        this.#failed = true;
        this.#onFailure({ type: 'warning', message: `The logger failed: ${errorMessage(thrown)}` });
      }
    }
    return event;
  }
}
