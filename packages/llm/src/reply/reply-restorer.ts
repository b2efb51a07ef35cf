import type { LLMDelta, LLMResponse } from '@toolwright/contract';
import type { RestoreText } from '../request/restore-text.js';
import type { BatchSource } from './batched-stream.js';
import { ToolCallAssembler } from './tool-call-assembler.js';

/** What of a reply was written for lowered schemas. */
export interface Restores {
  /** By the name of the tool that is called. */
  readonly calls?: ReadonlyMap<string, RestoreText> | undefined;
  readonly answer?: RestoreText | undefined;
}

/**
 * Turns replies back into what the canonical schemas describe. What has to be turned back is held until the end of a stream: before
 * that a null may belong to a value that is not known yet.
 */
export class ReplyRestorer {
  readonly #restores: Restores;

  constructor(restores: Restores) {
    this.#restores = restores;
  }

  /** Undefined where nothing has to be turned back. */
  static from(restores: Restores): ReplyRestorer | undefined {
    return restores.calls || restores.answer ? new ReplyRestorer(restores) : undefined;
  }

  response(response: LLMResponse): LLMResponse {
    const { calls, answer } = this.#restores;
    const { content } = response;
    return {
      ...response,
      content: content !== null && answer ? answer(content) : content,
      toolCalls: response.toolCalls.map((call) => {
        const restore = calls?.get(call.function.name);
        if (restore === undefined) return call;
        return { ...call, function: { ...call.function, arguments: restore(call.function.arguments) } };
      }),
    };
  }

  stream(source: BatchSource<LLMDelta>): BatchSource<LLMDelta> {
    const held = new HeldReply(this.#restores);
    return {
      next: async () => {
        const batch = await source.next();
        return batch?.flatMap((delta) => held.pass(delta));
      },
      close: () => source.close(),
    };
  }
}

/** The parts of one stream that are held. */
class HeldReply {
  readonly #restores: Restores;
  readonly #calls = new ToolCallAssembler();
  #text = '';

  constructor(restores: Restores) {
    this.#restores = restores;
  }

  /** The deltas that go out in place of one that came in. */
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
    for (const [index, call] of this.#calls.open.entries()) {
      const restore = calls?.get(call.name);
      const text = restore ? restore(call.arguments) : call.arguments;
      yield { type: 'tool-call-delta', index, id: call.id, name: call.name, arguments: text };
    }
  }
}
