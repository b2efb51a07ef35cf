import type { AgentEvent } from '@toolwright/contract';
import type { OutputUpdate } from '../output/partial/output-updates.js';
import type { ShownOutput, UIEncoder, UIStreamOptions } from './ui-encoder.js';

/** Sends partial outputs, and takes them back when their attempt is refused. */
export class ShownOutputs {
  readonly #encoder: Pick<UIEncoder, 'encodeOutput'>;
  readonly #show: UIStreamOptions['showPartialOutput'];
  /** The attempt of which the user interface has a value. */
  #attempt: number | undefined;
  #lastSize = 0;
  /** How many characters may be sent. */
  #credit = 0;

  constructor(encoder: Pick<UIEncoder, 'encodeOutput'>, show: UIStreamOptions['showPartialOutput']) {
    this.#encoder = encoder;
    this.#show = show;
  }

  encode(update: OutputUpdate): readonly object[] {
    switch (update.type) {
      case 'output-partial':
        return this.#grow(update.attempt, update.value);
      case 'output-refused':
        return this.#end('refused');
      case 'output-accepted':
        return this.#end('accepted');
    }
  }

  /** The run ends, or has thrown. */
  retract(): readonly object[] {
    return this.#end('refused');
  }

  /** Each frame holds the whole value, so frames of large values are rarer. */
  #grow(attempt: number, value: unknown): readonly object[] {
    this.#credit += SIZE_PER_UPDATE;
    if (this.#credit < this.#lastSize) return [];
    const shown = this.#show?.(value);
    if (shown === undefined) return [];
    const frame = this.#frame({ attempt, state: 'streaming', value: shown });
    this.#attempt = attempt;
    this.#credit = 0;
    this.#lastSize = JSON.stringify(frame).length;
    return [frame];
  }

  #end(state: 'refused' | 'accepted'): readonly object[] {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    this.#lastSize = 0;
    return attempt === undefined ? [] : [this.#frame({ attempt, state })];
  }

  #frame(output: ShownOutput): object {
    return this.#encoder.encodeOutput(output);
  }
}

/** Characters that may be sent for each update on average, so that the work is linear in the number of updates. */
const SIZE_PER_UPDATE = 256;

export function isOutputUpdate(event: AgentEvent | OutputUpdate): event is OutputUpdate {
  return (
    event.type === 'output-partial' || event.type === 'output-refused' || event.type === 'output-accepted'
  );
}
