import type { LLMDelta, ToolCallDelta } from '@toolwright/contract';
import type { BatchSource } from './batched-stream.js';

/** Replaces the sent tool names in a reply with the tools' own names. @param own the tools' own names, by sent name */
export function withOwnNames(
  source: BatchSource<LLMDelta>,
  own: ReadonlyMap<string, string>,
): BatchSource<LLMDelta> {
  const reply = new RenamedReply(own);
  return {
    next: async () => {
      const batch = await source.next();
      return batch?.flatMap((delta) => reply.pass(delta));
    },
    close: () => source.close(),
  };
}

class RenamedReply {
  readonly #own: ReadonlyMap<string, string>;
  /** A call whose name may be incomplete, because some servers send names in fragments. */
  #begun: ToolCallDelta | undefined;

  constructor(own: ReadonlyMap<string, string>) {
    this.#own = own;
  }

  pass(delta: LLMDelta): readonly LLMDelta[] {
    if (delta.type !== 'tool-call-delta' || !delta.name) return [...this.#release(), delta];
    const joined = `${this.#begun?.name ?? ''}${delta.name}`;
    const isNext = this.#begun !== undefined && this.#isBeginning(joined);
    const name = isNext ? joined : delta.name;
    const call: ToolCallDelta = isNext ? { ...delta, id: this.#begun?.id ?? delta.id, name } : delta;
    if (isNext) this.#begun = undefined;
    const released = this.#release();
    const own = this.#own.get(name);
    if (own !== undefined) return [...released, { ...call, name: own }];
    if (call.arguments || !this.#isBeginning(name)) return [...released, call];
    this.#begun = call;
    return released;
  }

  #release(): readonly LLMDelta[] {
    const released = this.#begun === undefined ? [] : [this.#begun];
    this.#begun = undefined;
    return released;
  }

  #isBeginning(text: string): boolean {
    for (const sent of this.#own.keys()) if (sent.startsWith(text)) return true;
    return false;
  }
}
