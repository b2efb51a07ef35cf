import { TextIndex } from '../text-index.js';
import { writtenForms } from '../written-forms.js';
import { EnvironmentKeys } from './environment-keys.js';
import { secretTexts } from './secret-texts.js';

/** The maximum number of texts to mask after their last secret was garbage-collected. A revealed text may outlive its secret. */
const MAX_RETIRED = 1_000;

/** The secrets of this process: their values by object, and the texts to mask. */
export class KnownSecrets {
  readonly values = new WeakMap<object, unknown>();
  /** Keys in the environment, which are masked without being declared. */
  readonly environment = new EnvironmentKeys({
    hold: (text) => this.#hold(text),
    retire: (text) => this.#retire(text),
    release: (text) => this.#release(text),
  });
  /** The number of live secrets that contain each text. */
  readonly #alive = new Map<string, number>();
  readonly #retired = new Set<string>();
  readonly #index = new TextIndex();
  readonly #collected = new FinalizationRegistry<readonly string[]>((texts) => {
    for (const text of texts) this.#retire(text);
  });

  /** Whether there are texts to mask. */
  get hasTexts(): boolean {
    return this.#alive.size > 0;
  }

  /** An index of all texts, in all forms in which they may be written. */
  get index(): TextIndex {
    return this.#index;
  }

  add(hidden: object, value: unknown): void {
    this.values.set(hidden, value);
    const texts = secretTexts(value);
    for (const text of texts) this.#hold(text);
    if (texts.length > 0) this.#collected.register(hidden, texts);
  }

  #hold(text: string): void {
    const count = this.#alive.get(text);
    this.#alive.set(text, (count ?? 0) + 1);
    this.#retired.delete(text);
    if (count === undefined) for (const form of writtenForms(text)) this.#index.add(form);
  }

  #retire(text: string): void {
    const count = (this.#alive.get(text) ?? 1) - 1;
    this.#alive.set(text, count);
    if (count > 0) return;
    this.#retired.add(text);
    const [oldest] = this.#retired;
    if (oldest !== undefined && this.#retired.size > MAX_RETIRED) this.#forget(oldest);
  }

  #release(text: string): void {
    const count = this.#alive.get(text) ?? 1;
    if (count > 1) this.#alive.set(text, count - 1);
    else this.#forget(text);
  }

  #forget(text: string): void {
    this.#retired.delete(text);
    if (this.#alive.delete(text)) for (const form of writtenForms(text)) this.#index.remove(form);
  }
}

const KNOWN: unique symbol = Symbol.for('toolwright.secrets.2');

/** Returns the secrets of the process. All copies of this package share them. */
export function knownSecrets(): KnownSecrets {
  // Only this function sets the member.
  const shared = globalThis as { [KNOWN]?: KnownSecrets };
  shared[KNOWN] ??= new KnownSecrets();
  return shared[KNOWN];
}
