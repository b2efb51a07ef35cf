import { isRecord, ToolwrightError } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import type { LoadDocument } from './load-document.js';
import { objectsIn } from './objects-in.js';

/** A value in one of the documents of an import. */
export interface Found {
  readonly value: unknown;
  /** The address of its document. */
  readonly base: string;
  /** Its place in that document, as a JSON pointer with `#`. */
  readonly pointer: string;
}

/** An object of a document. */
export interface Part {
  readonly value: Readonly<Record<string, unknown>>;
  /** The address of its document. */
  readonly base: string;
}

/** The documents of an import: the first one, and those that it refers to. */
export class Documents {
  readonly #loaded = new Map<string, unknown>();
  readonly #load: LoadDocument;
  readonly #named = new Map<string, ReadonlyMap<string, string>>();
  readonly problems: string[] = [];
  readonly #read = { input: new WeakSet(), form: new WeakSet(), output: new WeakSet(), part: new WeakSet() };
  #repeats = 0;

  constructor(load: LoadDocument) {
    this.#load = load;
  }

  /** Reads a document and all documents that it refers to. A document that cannot be read is a problem, not an error. */
  async read(address: string): Promise<void> {
    const open = [address];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#loaded.has(next)) continue;
      this.#loaded.set(next, undefined);
      try {
        const document = await this.#load(next);
        this.#loaded.set(next, document);
        for (const ref of referencesIn(document)) {
          const [file = ''] = ref.split('#');
          if (file !== '') open.push(resolveAddress(file, next));
        }
      } catch (error) {
        if (next === address) throw error;
        this.problems.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  root(address: string): unknown {
    return this.#loaded.get(address);
  }

  /** Returns the object that a value is or refers to; undefined for anything else. */
  part(value: unknown, base: string): Part | undefined {
    const last = this.chain({ value, base, pointer: '#' }).at(-1);
    if (!isRecord(last?.value)) return undefined;
    this.count(last.value, 'part');
    return typeof last.value.$ref === 'string' ? undefined : { value: last.value, base: last.base };
  }

  /** Goes to a part of an object, through references. An object without it has an empty one. */
  at(part: Part, ...names: readonly string[]): Part {
    return names.reduce(
      ({ value, base }, name) =>
        this.part(Object.hasOwn(value, name) ? value[name] : undefined, base) ?? { value: {}, base },
      part,
    );
  }

  /**
   * Counts a part that is read. With aliases, a short document of YAML can repeat its parts without end.
   * @throws ToolwrightError `INVALID_CONFIG`
   */
  count(part: object, use: 'input' | 'form' | 'output' | 'part'): void {
    const read = this.#read[use];
    if (read.has(part)) this.#repeats += 1;
    else read.add(part);
    if (this.#repeats <= MAX_REPEATS) return;
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `The document repeats parts of itself more than ${MAX_REPEATS} times.`,
      { blame: 'user', hint: 'Write shared schemas as components with $ref, instead of YAML aliases.' },
    );
  }

  /** The addresses of all documents that were read. */
  get addresses(): readonly string[] {
    return [...this.#loaded].flatMap(([address, document]) => (document === undefined ? [] : [address]));
  }

  /** Lists a value that may be a reference, and what it refers to, as far as there are targets. */
  chain(found: Found): readonly Found[] {
    const steps: Found[] = [];
    for (let next: Found | undefined = found; next !== undefined && steps.length <= MAX_HOPS; ) {
      steps.push(next);
      const { value, base }: Found = next;
      next = isRecord(value) && typeof value.$ref === 'string' ? this.find(value.$ref, base) : undefined;
    }
    return steps;
  }

  /** Finds the target of a reference. */
  find(ref: string, base: string): Found | undefined {
    const [file = '', fragment = ''] = ref.split('#');
    const address = file === '' ? base : resolveAddress(file, base);
    const document = this.#loaded.get(address);
    if (typeof document !== 'object' || document === null) return undefined;
    if (fragment === '') {
      // A whole description of a server is never what a reference means.
      return 'openapi' in document ? undefined : { value: document, base: address, pointer: '#' };
    }
    const pointer = fragment.startsWith('/')
      ? `#${fragment}`
      : this.#anchors(address, document).get(fragment);
    const value = pointer === undefined ? undefined : findByPointer(document, pointer);
    return pointer === undefined || value === undefined ? undefined : { value, base: address, pointer };
  }

  /** The places of a document that have names. */
  #anchors(address: string, document: object): ReadonlyMap<string, string> {
    const known = this.#named.get(address);
    if (known !== undefined) return known;
    const found = new Map<string, string>();
    for (const [value, pointer] of objectsIn(document)) {
      for (const name of [value.$anchor, value.$dynamicAnchor]) {
        if (typeof name === 'string' && !found.has(name)) found.set(name, pointer());
      }
    }
    this.#named.set(address, found);
    return found;
  }
}

const MAX_HOPS = 32;
/** Far more than public documents have. */
const MAX_REPEATS = 1_000_000;

function resolveAddress(file: string, base: string): string {
  try {
    return new URL(file, base).href;
  } catch {
    // Reading it says that it is no address.
    return file;
  }
}

/** Lists all references in a document. */
function referencesIn(document: unknown): ReadonlySet<string> {
  const refs = new Set<string>();
  for (const [{ $ref, $dynamicRef }] of objectsIn(document)) {
    for (const ref of [$ref, $dynamicRef]) if (typeof ref === 'string') refs.add(ref);
  }
  return refs;
}
