const MAX_IDS = 10_000;

/** Maps session ids to ids for pages. Users choose session ids, so they may contain secrets. */
export class SessionIds {
  readonly #redact: (text: string) => string;
  readonly #shown = new Map<string, string>();
  readonly #real = new Map<string, string>();

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Returns the id without secrets. Ids that would become equal are numbered. */
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

  /** Returns the original id, for the store. */
  find(shown: string): string {
    return this.#real.get(shown) ?? shown;
  }

  #forget(): void {
    this.#shown.clear();
    this.#real.clear();
  }
}
