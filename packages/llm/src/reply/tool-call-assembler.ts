import type { ToolCall, ToolCallDelta } from '@toolwright/contract';
import { JsonEnd } from './json-end.js';

export interface OpenCall {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: string;
}

/**
 * Joins fragments of tool calls. Neither `index` nor `id` is reliable alone: some servers send `index: 0` for every call, others omit one
 * or both, and some repeat id and name in each fragment.
 */
export class ToolCallAssembler {
  readonly #calls: OpenCall[] = [];
  readonly #idSeed: string;
  /** The last call of each index, and of each id with each index. A reply may contain too many calls to search for each fragment. */
  readonly #byIndex = new Map<number, OpenCall>();
  readonly #ends = new WeakMap<OpenCall, JsonEnd>();
  readonly #byId = new Map<string, { last: OpenCall; readonly byIndex: Map<number | undefined, OpenCall> }>();

  /** @param idSeed makes generated ids differ between responses */
  constructor(idSeed = '') {
    // Part of each generated id.
    this.#idSeed = idSeed.length > 64 ? hash(idSeed) : idSeed;
  }

  add({ index, id, name, arguments: text }: ToolCallDelta): void {
    const known = this.#find({ index, id: id || undefined, name, arguments: text });
    const call = known ?? this.#open(index);
    if (call.id === undefined && id) this.#identify(call, id);
    if (name && !repeatsName(call, name, id, text)) call.name += name;
    if (!text) return;
    call.arguments += text;
    this.#ends.get(call)?.add(text);
  }

  /** The calls so far, in the order in which they started. */
  get open(): readonly Readonly<OpenCall>[] {
    return this.#calls;
  }

  /** Returns the calls in the order in which they started. Ids are unique, empty arguments become `{}`, and a missing name becomes `''`. */
  finish(): ToolCall[] {
    const ids = new Set<string>();
    const calls: ToolCall[] = [];
    for (const [position, call] of this.#calls.entries()) {
      const id = call.id !== undefined && !ids.has(call.id) ? call.id : this.#makeId(call, position);
      ids.add(id);
      const text = call.arguments.trim() === '' ? '{}' : call.arguments;
      calls.push({ id, type: 'function', function: { name: call.name, arguments: text } });
    }
    return calls;
  }

  #open(index: number | undefined): OpenCall {
    const call: OpenCall = { index, id: undefined, name: '', arguments: '' };
    this.#calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  /** Created if a server repeats the name. Most do not. */
  #endOf(call: OpenCall): JsonEnd {
    const known = this.#ends.get(call);
    if (known !== undefined) return known;
    const end = new JsonEnd();
    end.add(call.arguments);
    this.#ends.set(call, end);
    return end;
  }

  #identify(call: OpenCall, id: string): void {
    call.id = id;
    const known = this.#byId.get(id) ?? { last: call, byIndex: new Map() };
    known.last = call;
    known.byIndex.set(call.index, call);
    this.#byId.set(id, known);
  }

  /** The last call with this id and the same index, or with an unknown index on either side. */
  #findById(id: string, index: number | undefined): OpenCall | undefined {
    const known = this.#byId.get(id);
    if (known === undefined || index === undefined) return known?.last;
    return known.byIndex.get(index) ?? known.byIndex.get(undefined);
  }

  /** The call that a fragment continues; `undefined` if it begins a new one. */
  #find({ index, id, name, arguments: text }: Omit<ToolCallDelta, 'type'>): OpenCall | undefined {
    if (id !== undefined) {
      const sameId = this.#findById(id, index);
      // A complete call followed by the same id with a name is a new call.
      if (sameId) return name && text?.trim() && isComplete(sameId, this.#endOf(sameId)) ? undefined : sameId;
    }
    const sameIndex = index === undefined ? undefined : this.#byIndex.get(index);
    // A fragment without a name cannot begin a call.
    const last = sameIndex ?? (index === undefined || (!name && !id) ? this.#calls.at(-1) : undefined);
    if (last === undefined) return undefined;
    const otherId = id !== undefined && last.id !== undefined;
    return otherId || (name && beginsAnother(last, name, this.#endOf(last))) ? undefined : last;
  }

  #makeId(call: OpenCall, position: number): string {
    return `call_${position}_${hash(`${this.#idSeed}\n${position}\n${call.name}\n${call.arguments}`)}`;
  }
}

/**
 * Whether a name starts another call. A name after the start of the arguments does, unless it is the same name and the arguments are
 * incomplete: some servers repeat it in each fragment.
 */
function beginsAnother(call: OpenCall, name: string, end: JsonEnd): boolean {
  if (call.arguments === '') return false;
  return name !== call.name || end.isWhole(call.arguments);
}

function isComplete(call: OpenCall, end: JsonEnd): boolean {
  return call.arguments.startsWith('{') && end.isWhole(call.arguments);
}

/** Some servers repeat the whole name with each fragment; a piece of a name comes alone. */
function repeatsName(
  call: OpenCall,
  name: string,
  id: string | undefined,
  text: string | undefined,
): boolean {
  if (call.arguments !== '') return true;
  return call.name === name && Boolean(id || text);
}

/** Hashes with FNV-1a, which is short and stable. Not for secrets. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
