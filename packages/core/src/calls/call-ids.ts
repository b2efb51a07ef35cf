import type { Memory } from '../memory/memory.js';

/** Separates the id of a call from that of the call that made it. */
export const INNER = '/';

/** Creates tool call ids that are unique within a conversation: some servers send none, or restart at 0 in every reply. */
export class CallIds {
  readonly #history: Memory;
  readonly #newId: () => string;
  #taken: Set<string> | undefined;

  constructor(history: Memory, newId: () => string) {
    this.#history = history;
    this.#newId = newId;
  }

  /** Returns the server's id, or a new id if it is empty or already taken, or could be the id of a call within another one. */
  claim(wanted: string): string {
    this.#taken ??= findIds(this.#history);
    const id = wanted === '' || wanted.includes(INNER) || this.#taken.has(wanted) ? this.#makeId() : wanted;
    this.#taken.add(id);
    return id;
  }

  /** Creates an id of at most 40 characters, the limit of OpenAI. */
  #makeId(): string {
    return `call_${this.#newId().replaceAll('-', '')}`.slice(0, 40);
  }
}

function findIds({ messages }: Memory): Set<string> {
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [],
  );
  return new Set(ids);
}
