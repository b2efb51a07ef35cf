import { isRecord } from '@toolwright/contract';
import { findByPointer } from '@toolwright/json';
import type { LoadDocument } from './load-document.js';

/** A value in one of the documents of an import. */
export interface Found {
  readonly value: unknown;
  /** The address of its document. */
  readonly base: string;
  /** Its place in that document, as a JSON pointer with `#`. */
  readonly pointer: string;
}

/** The documents of an import: the first one, and those that it refers to. */
export class Documents {
  readonly #loaded = new Map<string, unknown>();
  readonly #load: LoadDocument;
  readonly problems: string[] = [];

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

  /** Follows a value that may be a reference, through other references. Undefined if there is no target. */
  resolve(found: Found): Found | undefined {
    let current: Found | undefined = found;
    for (let hops = 0; current !== undefined; hops += 1) {
      const { value }: Found = current;
      if (!isRecord(value) || typeof value.$ref !== 'string') return current;
      current = hops < MAX_HOPS ? this.find(value.$ref, current.base) : undefined;
    }
    return undefined;
  }

  /** Finds the target of a reference. */
  find(ref: string, base: string): Found | undefined {
    const [file = '', fragment = ''] = ref.split('#');
    const address = file === '' ? base : resolveAddress(file, base);
    const document = this.#loaded.get(address);
    if (typeof document !== 'object' || document === null) return undefined;
    const pointer = `#${fragment}`;
    const value = fragment === '' ? document : findByPointer(document, pointer);
    return value === undefined ? undefined : { value, base: address, pointer };
  }
}

const MAX_HOPS = 32;

function resolveAddress(file: string, base: string): string {
  try {
    return new URL(file, base).href;
  } catch {
    // Reading it says that it is no address.
    return file;
  }
}

/** Lists all references in a document, without recursion, each object once. */
function referencesIn(document: unknown): ReadonlySet<string> {
  const refs = new Set<string>();
  const seen = new Set<object>();
  const open = [document];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if ('$ref' in next && typeof next.$ref === 'string') refs.add(next.$ref);
    for (const child of Object.values(next)) open.push(child);
  }
  return refs;
}
