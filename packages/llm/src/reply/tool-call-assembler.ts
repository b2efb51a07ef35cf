import { type ToolCall, type ToolCallDelta, ToolwrightError, textStart } from '@toolwright/contract';
import { JsonEnd } from './json-end.js';
import { argumentsKey } from './same-arguments.js';

export interface OpenCall {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: string;
}

/** A call, with the facts that decide whether a fragment belongs to it. */
interface Draft extends OpenCall {
  /** The call's id, or its latest id if the server sends a new id with each fragment. */
  lastId: string | undefined;
  /** Whether the last fragment of its arguments may have completed them. */
  closes: boolean;
  end: JsonEnd | undefined;
  /** The previous call with the same index; if no such call exists, the previous call. */
  readonly before: Draft | undefined;
}

type Fragment = Omit<ToolCallDelta, 'type'>;

/**
 * Decides for all APIs whether a fragment starts, continues or repeats a call. Neither `index` nor `id` alone is reliable. Some
 * servers send `index: 0` for every call; others omit one or both, or change the id with each fragment; some repeat the name, the id
 * or the whole call.
 *
 * - A name starts a call, unless it repeats or continues the name of an open call.
 * - A fragment without a name continues a call. If no call has its index and id, it is kept separately, because a name may follow. If
 *   no name follows, it belongs to the previous call.
 * - Complete arguments cannot be continued. Calls with the same index, id, name and arguments are the same call.
 */
export class ToolCallAssembler {
  readonly #calls: Draft[] = [];
  #settled: readonly Draft[] | undefined;
  readonly #idSeed: string;
  /** The last call by index, and by id and index. Searching all calls for each fragment would be slow for long replies. */
  readonly #byIndex = new Map<number, Draft>();
  readonly #byId = new Map<string, { last: Draft; readonly byIndex: Map<number | undefined, Draft> }>();

  /** @param idSeed Makes generated ids unique across responses. */
  constructor(idSeed = '') {
    // The seed is part of each generated id, so it must be short.
    this.#idSeed = idSeed.length > 64 ? hash(idSeed) : idSeed;
  }

  add(delta: ToolCallDelta): void {
    const fragment = { ...delta, id: delta.id || undefined };
    const { id, name, arguments: text } = fragment;
    const call = this.#find(fragment) ?? this.#open(delta.index);
    if (id !== undefined && call.lastId !== id) this.#identify(call, id);
    if (delta.whole) replace(call, fragment);
    else {
      if (name && !repeatsName(call, name, id, text)) call.name += name;
      if (text) append(call, text);
    }
  }

  /** The calls so far, in the order in which they started. The last entries may turn out to be fragments of other calls. */
  get open(): readonly Readonly<OpenCall>[] {
    return this.#calls;
  }

  /**
   * Returns the calls of the complete reply without duplicates, in the order in which they started.
   * @throws ToolwrightError `INVALID_RESPONSE` if arguments without a name may belong to a call without arguments
   */
  settle(): readonly Readonly<OpenCall>[] {
    if (this.#settled !== undefined) return this.#settled;
    const named: Draft[] = [];
    // Incomplete arguments without a name that follow a call with complete arguments.
    const strays: Draft[] = [];
    const last = new Map<string | number, Draft>();
    for (const call of this.#calls) {
      const before = call.name === '' ? findContinued(last, named.at(-1), call) : undefined;
      if (before !== undefined) {
        const isWhole = isComplete(before);
        if (isWhole && !isComplete(call) && /^\s*\{/.test(call.arguments)) strays.push(call);
        if (!isWhole || !isComplete(call)) append(before, call.arguments);
        continue;
      }
      named.push(call);
      for (const mark of [call.id, call.lastId, call.index]) if (mark !== undefined) last.set(mark, call);
    }
    this.#settled = withoutRepeats(named);
    checkNames([...this.#settled, ...strays]);
    return this.#settled;
  }

  /** Returns the calls with unique ids, `{}` for empty arguments, and `''` for a missing name. */
  finish(): ToolCall[] {
    const ids = new Set<string>();
    const calls: ToolCall[] = [];
    for (const [position, call] of this.settle().entries()) {
      const id = call.id !== undefined && !ids.has(call.id) ? call.id : this.#makeId(call, position);
      ids.add(id);
      const text = isBlank(call.arguments) ? '{}' : call.arguments;
      calls.push({ id, type: 'function', function: { name: call.name, arguments: text } });
    }
    return calls;
  }

  #open(index: number | undefined): Draft {
    const call: Draft = {
      index,
      id: undefined,
      lastId: undefined,
      name: '',
      arguments: '',
      closes: false,
      end: undefined,
      before: (index === undefined ? undefined : this.#byIndex.get(index)) ?? this.#calls.at(-1),
    };
    this.#calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  #identify(call: Draft, id: string): void {
    call.id ??= id;
    call.lastId = id;
    const known = this.#byId.get(id) ?? { last: call, byIndex: new Map() };
    known.last = call;
    known.byIndex.set(call.index, call);
    this.#byId.set(id, known);
  }

  /** Returns the last call with this id and the same index. An index that either side omits is ignored. */
  #findById(id: string, index: number | undefined): Draft | undefined {
    const known = this.#byId.get(id);
    if (known === undefined || index === undefined) return known?.last;
    return known.byIndex.get(index) ?? known.byIndex.get(undefined);
  }

  /** Returns the call that a fragment continues; undefined if it starts a new call. */
  #find(fragment: Fragment): Draft | undefined {
    const { index, id, whole } = fragment;
    const sameId = id === undefined ? undefined : this.#findById(id, index);
    if (sameId !== undefined) return whole || !beginsWithSameId(sameId, fragment) ? sameId : undefined;
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    if (last === undefined || whole) return last;
    return beginsAnother(last, fragment) ? undefined : last;
  }

  #makeId(call: OpenCall, position: number): string {
    return `call_${position}_${hash(`${this.#idSeed}\n${position}\n${call.name}\n${call.arguments}`)}`;
  }
}

/** Replaces the fragments of a call with its final form. */
function replace(call: Draft, { id, name, arguments: text }: Fragment): void {
  if (id) call.id = id;
  if (name) call.name = name;
  if (text === undefined) return;
  call.arguments = '';
  call.end = undefined;
  append(call, text);
}

function append(call: Draft, text: string): void {
  call.arguments += text;
  call.end?.add(text);
  // Checks only the fragment, because checking the whole text each time would take quadratic time.
  if (!isBlank(text)) call.closes = text.trimEnd().endsWith('}');
}

/** Whether a fragment starts another call, because the call with its id is complete. Duplicates also match; they are removed later. */
function beginsWithSameId(call: Draft, { arguments: text }: Fragment): boolean {
  return text !== undefined && !isBlank(text) && isComplete(call);
}

function beginsAnother(call: Draft, { index, id, name, arguments: text }: Fragment): boolean {
  const isOtherId = id !== undefined && call.id !== undefined;
  if (call.name === '') {
    if (!name) return isOtherId || beginsWithSameId(call, { arguments: text });
    // The name has its own id, and the arguments before it belong to the previous call, which is incomplete without them.
    return isOtherId && call.before !== undefined && !isComplete(call.before);
  }
  // A new id may start another call, whose name follows, or come from a server that sends a new id with each fragment.
  if (!name) return isOtherId || beginsWithSameId(call, { arguments: text });
  if (isOtherId) {
    // Only an index shows that a new id belongs to the same call.
    const isSameCall = index !== undefined && name === call.name && !isBlank(text ?? '');
    return !isSameCall || isComplete(call) || !endOf(call).takes(text ?? '');
  }
  return call.arguments !== '' && (name !== call.name || endOf(call).isWhole(call.arguments));
}

/** Returns the call to which a fragment without a name may belong. @param last the last calls by id and by index */
function findContinued(
  last: ReadonlyMap<string | number, Draft>,
  previous: Draft | undefined,
  part: Draft,
): Draft | undefined {
  const { id, index } = part;
  const byId = id === undefined ? undefined : last.get(id);
  const isSamePlace = byId?.index === index || byId?.index === undefined || index === undefined;
  const marked = isSamePlace && byId !== undefined ? byId : index === undefined ? undefined : last.get(index);
  const call = marked ?? (id === undefined || index === undefined ? previous : undefined);
  if (call === undefined || call.name === '' || !isComplete(call)) return call;
  // Characters after complete arguments are kept, so that the model sees its mistake.
  const isSame = argumentsKey(call.arguments) === argumentsKey(part.arguments);
  return !isComplete(part) || isSame ? call : undefined;
}

/** Removes duplicate calls, which have the same index, id, name and arguments. */
function withoutRepeats(calls: readonly Draft[]): readonly Draft[] {
  const firsts = new Map<string, { readonly call: Draft; places?: Set<string> }>();
  const withoutId = new Map<number, Draft>();
  return calls.filter((call) => {
    const { id, index } = call;
    if (id === undefined) {
      if (index !== undefined) withoutId.set(index, call);
      return true;
    }
    // Some servers send the id only when they repeat the call.
    const before = index === undefined ? undefined : withoutId.get(index);
    if (before?.id === undefined && before !== undefined && placeOf(before) === placeOf(call)) {
      before.id = id;
      firsts.set(id, { call: before });
      return false;
    }
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, { call });
      return true;
    }
    // Arguments are only parsed if several calls share an id.
    first.places ??= new Set([placeOf(first.call), placeOf(first.call, 'any')]);
    const { places } = first;
    const isRepeat =
      places.has(placeOf(call, index ?? 'any')) || (index !== undefined && places.has(placeOf(call, 'none')));
    places.add(placeOf(call)).add(placeOf(call, 'any'));
    return !isRepeat;
  });
}

function placeOf({ index, name, arguments: text }: Draft, at: number | string = index ?? 'none'): string {
  return `${at}\n${name}\n${argumentsKey(text)}`;
}

/** Refuses arguments without a name if another call has none: they may belong to that call, which must not run without them. */
function checkNames(calls: readonly Draft[]): void {
  const unnamed = calls.find((call) => call.name === '' && !isEmpty(call));
  const empty = calls.find((call) => call.name !== '' && isEmpty(call));
  if (unnamed === undefined || empty === undefined) return;
  const message = `The reply calls '${empty.name}' without arguments and contains arguments without a name: ${textStart(unnamed.arguments, 200)}`;
  throw new ToolwrightError('INVALID_RESPONSE', message, {
    blame: 'provider',
    hint: "The server omitted the 'name' of a call. None of the calls in the reply were executed. Ask again.",
  });
}

/** Returns the scanner for the end of the arguments. It is created lazily, because it is rarely needed. */
function endOf(call: Draft): JsonEnd {
  if (call.end !== undefined) return call.end;
  call.end = new JsonEnd();
  call.end.add(call.arguments);
  return call.end;
}

function isComplete(call: Draft): boolean {
  return call.closes && endOf(call).isWhole(call.arguments) && call.arguments.trimStart().startsWith('{');
}

/** Whether arguments are empty. Some servers start with `{}` and send the arguments afterwards. */
function isEmpty({ arguments: text }: Draft): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/.test(text);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Whether a name is a repetition: some servers repeat it with each fragment. A partial name arrives alone, before the arguments. */
function repeatsName(call: Draft, name: string, id: string | undefined, text: string | undefined): boolean {
  if (call.name === '') return false;
  return call.arguments !== '' || (call.name === name && Boolean(id || text));
}

/** Hashes with FNV-1a, which is short and stable but not cryptographically secure. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
