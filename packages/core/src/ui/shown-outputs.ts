import type { AgentEvent } from '@toolwright/contract';
import type { OutputUpdate } from '../output/partial/output-updates.js';
import type { ShownOutput, UIEncoder, UIStreamOptions } from './ui-encoder.js';

/** Sends partial outputs, and retracts them when their attempt is refused. */
export class ShownOutputs {
  readonly #encoder: Pick<UIEncoder, 'encodeOutput'>;
  readonly #show: UIStreamOptions['showPartialOutput'];
  /** The attempt whose value the user interface shows. */
  #attempt: number | undefined;
  #lastSize = 0;
  /** The number of characters that may be sent now. */
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

  /** Called when the run ends or throws. */
  retract(): readonly object[] {
    return this.#end('refused');
  }

  /** Sends a partial value. Each frame contains the whole value, so large values are sent less often. */
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

/** The average number of characters per update that may be sent, so that the work stays linear in the number of updates. */
const SIZE_PER_UPDATE = 256;

export function isOutputUpdate(event: AgentEvent | OutputUpdate): event is OutputUpdate {
  return (
    event.type === 'output-partial' || event.type === 'output-refused' || event.type === 'output-accepted'
  );
}
