import {
  type CodecPlan,
  errorMessage,
  type JsonObject,
  type JsonValue,
  type ToolCodecs,
  type ToolOutcome,
} from '@toolwright/contract';
import type { InnerCall } from '@toolwright/core';
import { type Codec, compileCodec } from '@toolwright/json-schema';
import type { ProgramAnswer, ProgramCall } from '../sandbox/executor.js';
import { fromWire, toWire, WEIGHTS } from '../sandbox/wire.js';
import { realValues } from './real-values.js';

/** Translates the calls of programs to calls of the run, and the outcomes to values of the program. */
export class ProgramValues {
  readonly #codecsOf: (name: string) => ToolCodecs | undefined;
  readonly #maxLength: number;
  readonly #codecs = new Map<
    string,
    { readonly args: Codec | undefined; readonly result: Codec | undefined }
  >();

  /** @param maxLength the maximum length of a result, in characters of JSON */
  constructor(codecsOf: (name: string) => ToolCodecs | undefined, maxLength: number) {
    this.#codecsOf = codecsOf;
    this.#maxLength = maxLength;
  }

  /** Returns the call with arguments in JSON, or the reason that it cannot be made. */
  toCall({ name, args }: ProgramCall): InnerCall | { readonly error: string } {
    try {
      const value = fromWire(args);
      const { args: codec } = this.#codecsFor(name);
      const json: unknown = JSON.parse(
        JSON.stringify(codec === undefined ? value : codec.encode(value)) ?? 'null',
      );
      if (typeof json !== 'object' || json === null || Array.isArray(json))
        return { error: `'${name}' takes one object with its arguments.` };
      return { name, args: json as JsonObject };
    } catch (error) {
      return { error: errorMessage(error) };
    }
  }

  toAnswer(name: string, { result, error }: ToolOutcome): ProgramAnswer {
    if (error !== null) return { error };
    if (isLonger(result, this.#maxLength)) return { error: tooLong(name, this.#maxLength) };
    try {
      const { result: codec } = this.#codecsFor(name);
      return { value: toWire(codec === undefined ? result : codec.decode(result)) };
    } catch {
      // What is no longer what the tool's type says, such as after a policy, stays JSON.
      return attempt(result);
    }
  }

  #codecsFor(name: string): { readonly args: Codec | undefined; readonly result: Codec | undefined } {
    const known = this.#codecs.get(name);
    if (known !== undefined) return known;
    const given = this.#codecsOf(name);
    const compile = (plan: CodecPlan | undefined): Codec | undefined => {
      const real = realValues(plan, given);
      return real && compileCodec(real.plan, real.definitions);
    };
    const codecs = { args: compile(given?.parameters), result: compile(given?.result) };
    this.#codecs.set(name, codecs);
    return codecs;
  }
}

function attempt(result: unknown): ProgramAnswer {
  try {
    return { value: toWire(result) };
  } catch (error) {
    return { error: `The tool was called, but its result cannot reach the program. ${errorMessage(error)}` };
  }
}

function tooLong(name: string, maxLength: number): string {
  return `'${name}' was called, but its result has more than ${maxLength} characters of JSON, which is the limit. Ask it for less.`;
}

/** Returns whether JSON has more characters than a limit, where each part has at least its weight. Stops reading there. */
function isLonger(value: unknown, limit: number): boolean {
  let left = limit;
  const rest: unknown[] = [value];
  while (left >= 0 && rest.length > 0) {
    const one = rest.pop();
    if (typeof one !== 'object' || one === null) {
      left -= Math.max(WEIGHTS.part / 4, String(one).length + 2);
      continue;
    }
    left -= WEIGHTS.part;
    const names = Array.isArray(one) ? undefined : Object.keys(one);
    const count = names?.length ?? (one as readonly unknown[]).length;
    for (let n = 0; n < count && left >= 0; n += 1) {
      const name = names?.[n];
      left -= name === undefined ? 1 : name.length + 4 + (n < WEIGHTS.manyMembers ? 0 : WEIGHTS.part * 2);
      rest.push((one as Readonly<Record<string | number, unknown>>)[name ?? n]);
    }
  }
  return left < 0;
}

/** Writes what a program returned as JSON: dates and addresses as text, maps and sets as lists, bigints as text. */
export function toJson(wire: JsonValue): JsonValue {
  const text = JSON.stringify(fromWire(wire), (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map) return [...value];
    if (value instanceof Set) return [...value];
    if (value instanceof Uint8Array) return Array.from(value);
    return value instanceof RegExp ? String(value) : value;
  });
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}
