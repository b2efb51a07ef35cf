import type { JsonSchema } from '@toolwright/contract';
import { GrowingJson } from '@toolwright/json';
import { WRAPPER, wrapSchema } from '../native-schema.js';
import type { OutputTarget } from '../output-schema.js';
import { LeadingThoughts } from './leading-thoughts.js';
import { PartialValue } from './partial-value.js';
import { SchemaVariants } from './schema-variants.js';

/** Returns a factory for readers; undefined if the schema of the value is unknown. */
export function partialReaders({ schema, wrapper, fits }: OutputTarget): (() => PartialReader) | undefined {
  if (schema === undefined) return undefined;
  const wrapped = wrapper === undefined ? undefined : wrapSchema(schema);
  const roots = wrapped === undefined ? [schema] : [schema, wrapped];
  const variants = new SchemaVariants(schema);
  return () => new PartialReader(() => new PartialValue(roots, variants, fits), wrapped);
}

/** Parses the value of a reply while it arrives, in linear time. */
export class PartialReader {
  readonly #newValue: () => PartialValue;
  readonly #wrapper: JsonSchema | undefined;
  #lead: LeadingThoughts | undefined = new LeadingThoughts();
  #value: PartialValue | undefined;
  #json: GrowingJson | undefined;
  /** Whether members were emitted, so that no other value can be the answer. */
  #hasShown = false;
  #isList: boolean | undefined;
  #isOver = false;
  /** The number of members that may be copied for the next snapshot. */
  #credit = 0;

  /** @param wrapper the schema of an object that only contains the value */
  constructor(newValue: () => PartialValue, wrapper: JsonSchema | undefined) {
    this.#newValue = newValue;
    this.#wrapper = wrapper;
  }

  /** Reads the next chunk and returns the value so far. Returns undefined if it has not grown or cannot be shown yet. */
  push(piece: string): unknown {
    if (this.#isOver) return undefined;
    this.#credit += piece.length * COPIES_PER_CHARACTER;
    this.#read(this.#takeLead(piece));
    const value = this.#value;
    // A wrong value may have lost parts of its open members that were already emitted.
    if (!value?.hasGrown || value.isWrong || this.#credit < value.size) return undefined;
    this.#credit = 0;
    const snapshot = this.#snapshot(value);
    if (snapshot === undefined) return undefined;
    const isList = Array.isArray(snapshot);
    this.#isList ??= isList;
    // The type may not change: an empty object in prose can be followed by another object, but not by a list.
    if (isList !== this.#isList) this.#isOver = true;
    this.#hasShown ||= Object.keys(Object(snapshot)).length > 0;
    return this.#isOver ? undefined : snapshot;
  }

  #takeLead(piece: string): string {
    const text = this.#lead === undefined ? piece : this.#lead.push(piece);
    if (text !== '') this.#lead = undefined;
    return text;
  }

  #read(text: string): void {
    for (let index = 0; index < text.length && !this.#isOver; ) {
      if (this.#json === undefined) {
        index = findOpening(text, index);
        if (index === text.length) return;
        this.#value = this.#newValue();
        this.#json = new GrowingJson(this.#value);
        index = this.#json.push(text.charAt(index)) + index;
        // The value may be nested in a container of another type.
        if (this.#value.isWrong) this.#endCandidate(false);
        continue;
      }
      index = this.#json.push(text, index);
      if (this.#json.isBroken || this.#json.isComplete) this.#endCandidate(this.#json.isComplete);
    }
  }

  /** Ends a value. If it was only brackets in prose, the search continues. */
  #endCandidate(isComplete: boolean): void {
    this.#isOver = this.#hasShown || (isComplete && this.#value?.isWrong === false && this.#value.hasMembers);
    this.#json = undefined;
    this.#value = undefined;
  }

  #snapshot(value: PartialValue): unknown {
    const wrapper = this.#wrapper;
    const snapshot = value.snapshot();
    const isWrapper = value.rootVariants.map(
      ({ schemas }) => wrapper !== undefined && schemas.includes(wrapper),
    );
    if (!isWrapper.includes(true)) return snapshot;
    // It is still unclear whether the object is the value or wraps it; a second member would show that.
    return isWrapper.includes(false) ? undefined : Object(snapshot)[WRAPPER];
  }
}

/** Limits the work for large values, because a snapshot copies the members of all open objects and lists. */
const COPIES_PER_CHARACTER = 64;

function findOpening(text: string, start: number): number {
  let index = start;
  while (index < text.length && text[index] !== '{' && text[index] !== '[') index += 1;
  return index;
}
