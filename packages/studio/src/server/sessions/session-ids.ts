const MAX_IDS = 10_000;

/** Ids of sessions as pages see them. Users choose ids, so these may hold secrets. */
export class SessionIds {
  readonly #redact: (text: string) => string;
  readonly #shown = new Map<string, string>();
  readonly #real = new Map<string, string>();

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Without secrets; ids that look the same then are numbered. */
  show(id: string): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const text = this.#redact(id);
    if (text === id) return id;
    if (this.#shown.size >= MAX_IDS) this.#forget();
    let shown = text;
    for (let count = 2; this.#real.has(shown); count++) shown = `${text} ${count}`;
    this.#shown.set(id, shown);
    this.#real.set(shown, id);
    return shown;
  }

  /** The id that the store knows. */
  find(shown: string): string {
    return this.#real.get(shown) ?? shown;
  }

  #forget(): void {
    this.#shown.clear();
    this.#real.clear();
  }
}
