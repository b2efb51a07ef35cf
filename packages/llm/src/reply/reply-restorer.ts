import type { LLMDelta } from '@toolwright/contract';
import type { RestoreText } from '../request/restore-text.js';
import type { BatchSource } from './batched-stream.js';
import { ToolCallAssembler } from './tool-call-assembler.js';

/** Functions that convert the reply to a request with lowered schemas. */
export interface Restores {
  /** Restores the arguments of calls, by tool name. */
  readonly calls?: ReadonlyMap<string, RestoreText> | undefined;
  readonly answer?: RestoreText | undefined;
}

/**
 * Restores a reply so that it matches the canonical schemas. Text to restore is withheld until the end of the stream, because
 * incomplete JSON cannot be restored.
 */
export function restoreReply(source: BatchSource<LLMDelta>, restores: Restores): BatchSource<LLMDelta> {
  const held = new HeldReply(restores);
  return {
    next: async () => {
      const batch = await source.next();
      return batch?.flatMap((delta) => held.pass(delta));
    },
    close: () => source.close(),
  };
}

class HeldReply {
  readonly #restores: Restores;
  readonly #calls = new ToolCallAssembler();
  #text = '';

  constructor(restores: Restores) {
    this.#restores = restores;
  }

  /** Returns the deltas to emit in place of a delta. */
  pass(delta: LLMDelta): readonly LLMDelta[] {
    const { calls, answer } = this.#restores;
    if (delta.type === 'tool-call-delta' && calls) {
      this.#calls.add(delta);
      return [];
    }
    if (delta.type === 'text-delta' && answer) {
      this.#text += delta.text;
      return [];
    }
    return delta.type === 'finish' ? [...this.#restored(), delta] : [delta];
  }

  *#restored(): Generator<LLMDelta> {
    const { calls, answer } = this.#restores;
    if (answer && this.#text !== '') yield { type: 'text-delta', text: answer(this.#text) };
    for (const [index, call] of this.#calls.settle().entries()) {
      const restore = calls?.get(call.name);
      const text = restore ? restore(call.arguments) : call.arguments;
      yield { type: 'tool-call-delta', index, id: call.id, name: call.name, arguments: text };
    }
  }
}
