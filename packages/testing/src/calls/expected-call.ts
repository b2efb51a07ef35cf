import { isRecord, type ToolCallRecord } from '@toolwright/contract';
import type { ArgumentsOf, NameOf, PartOf } from '../tool-arguments.js';
import { type Difference, findDifference, type Strictness, show } from './compare-values.js';

/** The name of a tool, or its name and arguments. */
export type ExpectedCall<Tools> =
  | NameOf<Tools>
  | {
      readonly [Name in NameOf<Tools>]: readonly [name: Name, args: PartOf<ArgumentsOf<Tools[Name]>>];
    }[NameOf<Tools>];

/** A call as the checks see it. */
export interface MadeCall {
  readonly name: string;
  /** The arguments as JSON; the model's text if it is none. */
  readonly args: unknown;
  readonly record: ToolCallRecord;
}

/** An expected call with its arguments as JSON. */
export interface WantedCall {
  readonly name: string;
  /** Undefined for any arguments. */
  readonly args: unknown;
}

export function toMadeCall(record: ToolCallRecord): MadeCall {
  return { name: record.name, args: parse(record.arguments), record };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return text; // a model may write anything
  }
}

export function toWantedCall(call: string | readonly [string, unknown]): WantedCall {
  if (typeof call === 'string') return { name: call, args: undefined };
  return { name: call[0], args: asJson(call[1]) };
}

/** Converts a `Date` and the like to JSON, and keeps matchers. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (!isRecord(value) || typeof value.asymmetricMatch === 'function') return value;
  if (typeof value.toJSON === 'function') return value.toJSON();
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]));
}

/** Returns undefined if a call is as expected, true for another tool, or how its arguments differ. */
export function differenceOf(
  { name, args }: WantedCall,
  made: MadeCall,
  strictness: Strictness,
): Difference | true | undefined {
  if (made.name !== name) return true;
  return args === undefined ? undefined : findDifference(args, made.args, strictness);
}

/** Whether a call is the expected one; its arguments may have more members. */
export function fitsCall(wanted: WantedCall, made: MadeCall): boolean {
  return differenceOf(wanted, made, 'part') === undefined;
}

export function describeCall({ name, args }: { readonly name: string; readonly args: unknown }): string {
  return args === undefined ? name : `${name} ${show(args)}`;
}
