import type { JsonObject, JsonValue, ToolCodecs, ToolOutcome } from '@toolwright/contract';
import type { InnerCall } from '@toolwright/core';
import { type Codec, compileCodec } from '@toolwright/json-schema';
import type { ProgramAnswer, ProgramCall } from '../sandbox/executor.js';
import { fromWire, toWire } from '../sandbox/wire.js';

/** Translates the calls of programs to calls of the run, and the outcomes to values of the program. */
export class ProgramValues {
  readonly #codecsOf: (name: string) => ToolCodecs | undefined;
  readonly #codecs = new Map<
    string,
    { readonly args: Codec | undefined; readonly result: Codec | undefined }
  >();

  constructor(codecsOf: (name: string) => ToolCodecs | undefined) {
    this.#codecsOf = codecsOf;
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
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  toAnswer(name: string, { result, error }: ToolOutcome): ProgramAnswer {
    if (error !== null) return { error };
    try {
      const { result: codec } = this.#codecsFor(name);
      return { value: toWire(codec === undefined ? result : codec.decode(result)) };
    } catch {
      // What is no longer what the tool's type says, such as after a policy, stays JSON.
      return { value: toWire(result) };
    }
  }

  #codecsFor(name: string): { readonly args: Codec | undefined; readonly result: Codec | undefined } {
    const known = this.#codecs.get(name);
    if (known !== undefined) return known;
    const { parameters, result, definitions } = this.#codecsOf(name) ?? {};
    // Programs write instances of classes as JSON, which their codec would refuse.
    const compile = (plan: typeof parameters): Codec | undefined =>
      plan === undefined || JSON.stringify([plan, definitions]).includes('"kind":"class"')
        ? undefined
        : compileCodec(plan, definitions);
    const codecs = { args: compile(parameters), result: compile(result) };
    this.#codecs.set(name, codecs);
    return codecs;
  }
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
