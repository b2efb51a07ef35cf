import {
  type ArgumentsWatch,
  errorMessage,
  type JsonValue,
  type Message,
  type ModelCapabilities,
  type ToolCodecs,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import type { ToolExecution, ToolSource } from '@toolwright/core';

/** The result of an update tool. */
export interface ToolUpdate {
  readonly tool: string;
  readonly value: JsonValue;
}

/** Update tools with a listener, which receives their results. The model only reads that the update was delivered. */
export class ListenedTools implements ToolSource {
  readonly #source: ToolSource;
  readonly #listener: (update: ToolUpdate) => void;

  constructor(source: ToolSource, listener: (update: ToolUpdate) => void) {
    this.#source = source;
    this.#listener = listener;
  }

  listTools(): readonly ToolSpec[] {
    return this.#source.listTools();
  }

  listInnerTools(caller?: string): readonly ToolSpec[] {
    return this.#source.listInnerTools?.(caller) ?? [];
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  offer(messages: readonly Message[], model?: Partial<ModelCapabilities>): readonly ToolSpec[] {
    return this.#source.offer?.(messages, model) ?? this.#source.listTools();
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    return this.#source.watchArguments?.(name);
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    const outcome = await this.#source.execute(name, args, execution);
    if (outcome.error !== null) return outcome;
    this.#tell({ tool: name, value: outcome.result });
    return { result: 'The update was delivered.', error: null };
  }

  #tell(update: ToolUpdate): void {
    try {
      this.#listener(update);
    } catch (thrown) {
      const message = `'onUpdate' threw an error: ${errorMessage(thrown)}`;
      const hint = 'Correct the function: it must not throw.';
      throw new ToolwrightError('CALLBACK_FAILED', message, { blame: 'developer', hint, cause: thrown });
    }
  }
}
