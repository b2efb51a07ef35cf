import { shortenText } from '@toolwright/contract';
import type { ToolOutcome, ToolSpec } from 'toolwright';
import type { ToolExecution, ToolSource } from 'toolwright/types';

const MAX_ARGUMENTS = 300;

/** Wraps tools so that a line is written when a call begins and when it ends. */
export class TracedTools implements ToolSource {
  readonly #source: ToolSource;
  readonly #write: (line: string) => void;
  readonly #now: () => number;

  constructor(
    source: ToolSource,
    write: (line: string) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#source = source;
    this.#write = write;
    this.#now = now;
  }

  listTools(): readonly ToolSpec[] {
    return this.#source.listTools();
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    const { callId } = execution;
    this.#write(`[${callId}] ${name} ${shorten(JSON.stringify(args) ?? '')}`);
    const begun = this.#now();
    const outcome = await this.#source.execute(name, args, execution);
    const took = `${Math.round(this.#now() - begun)} ms`;
    this.#write(`[${callId}] ${name} ${describe(outcome)} in ${took}`);
    return outcome;
  }
}

function describe({ result, error }: ToolOutcome): string {
  return error === null ? `gave ${JSON.stringify(result).length} characters` : `failed: ${shorten(error)}`;
}

function shorten(text: string): string {
  return shortenText(text, MAX_ARGUMENTS);
}
