import { type ToolCall, type ToolCallDelta, ToolwrightError } from '@toolwright/contract';

export interface OpenCall {
  readonly index: number | undefined;
  id: string | undefined;
  name: string;
  arguments: string;
}

/**
 * Joins fragments of tool calls. Neither `index` nor `id` can be trusted alone: some servers send `index: 0` for every call,
 * others leave out one or both, and some repeat id and name in each fragment.
 */
export class ToolCallAssembler {
  readonly #calls: OpenCall[] = [];
  readonly #idSeed: string;

  /** @param idSeed makes ids that had to be made up differ between responses */
  constructor(idSeed = '') {
    this.#idSeed = idSeed;
  }

  add({ index, id, name, arguments: text }: ToolCallDelta): void {
    const known = this.#find(index, id || undefined, name);
    const call = known ?? this.#open(index);
    call.id ??= id || undefined;
    if (name && !repeatsName(call, name, id, text)) call.name += name;
    if (text) call.arguments += text;
  }

  /** What has come so far, in the order in which the calls began. */
  get open(): readonly Readonly<OpenCall>[] {
    return this.#calls;
  }

  /**
   * The calls in the order in which they began; ids are unique, and empty arguments are `{}`.
   * @throws ToolwrightError `INVALID_RESPONSE` if a call has no name
   */
  finish(): ToolCall[] {
    const ids = new Set<string>();
    const calls: ToolCall[] = [];
    for (const [position, call] of this.#calls.entries()) {
      if (call.name === '') throw namelessCall();
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
    return call;
  }

  /** The call that a fragment continues; undefined where it begins a new one. */
  #find(index: number | undefined, id: string | undefined, name: string | undefined): OpenCall | undefined {
    if (id !== undefined) {
      const sameId = this.#calls.findLast((call) => call.id === id && agree(call.index, index));
      if (sameId) return sameId;
    }
    const sameIndex = index === undefined ? undefined : this.#calls.findLast((call) => call.index === index);
    // Without a name nothing new can begin, whatever the index says.
    const last = sameIndex ?? (index === undefined || (!name && !id) ? this.#calls.at(-1) : undefined);
    if (last === undefined) return undefined;
    const otherId = id !== undefined && last.id !== undefined;
    return otherId || (name && beginsAnother(last, name)) ? undefined : last;
  }

  #makeId(call: OpenCall, position: number): string {
    return `call_${position}_${hash(`${this.#idSeed}\n${position}\n${call.name}\n${call.arguments}`)}`;
  }
}

function agree(a: number | undefined, b: number | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/**
 * A name after the arguments have begun is another call, unless it is the same name while the arguments are still
 * incomplete: some servers repeat it in each fragment.
 */
function beginsAnother(call: OpenCall, name: string): boolean {
  if (call.arguments === '') return false;
  return name !== call.name || isJson(call.arguments);
}

/** Some servers repeat the whole name with each fragment; a mere piece of a name comes with nothing else. */
function repeatsName(
  call: OpenCall,
  name: string,
  id: string | undefined,
  text: string | undefined,
): boolean {
  if (call.arguments !== '') return true;
  return call.name === name && Boolean(id || text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // An answer, not a failure: the arguments are not complete yet.
    return false;
  }
}

/** FNV-1a: short, stable, and no secret. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

function namelessCall(): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', 'The reply holds a tool call without a name.', {
    blame: 'provider',
  });
}
