import { type ToolCallRecord, ToolwrightError } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import type { ArgumentsOf } from '@toolwright/tools';
import type { NameOf, PartOf, WholeOf } from '../tool-arguments.js';
import type { Strictness } from './compare-scalars.js';
import { type Difference, findDifference, show } from './compare-values.js';
import { jsonExpectation } from './json-expectation.js';

/** The name of a tool, or its name and all of its arguments; `{}` for none. */
export type WholeCall<Tools> =
  | NameOf<Tools>
  | {
      readonly [Name in NameOf<Tools>]: readonly [name: Name, args: WholeOf<ArgumentsOf<Tools[Name], true>>];
    }[NameOf<Tools>];

/** The name of a tool, or its name and some of its arguments. */
export type ExpectedCall<Tools> =
  | NameOf<Tools>
  | {
      readonly [Name in NameOf<Tools>]: readonly [name: Name, args: PartOf<ArgumentsOf<Tools[Name], true>>];
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
  const read = readJson(text === '' ? '{}' : text); // which keeps the digits of large numbers
  return read.ok ? read.value : text; // a model may write anything
}

/** @throws ToolwrightError `INVALID_CONFIG` for arguments that no call can have, such as a function, and for what is no call */
export function toWantedCall(call: string | readonly [string, unknown]): WantedCall {
  if (typeof call === 'string') return { name: call, args: undefined };
  const [name, args] = Array.isArray(call) ? call : [undefined, undefined];
  if (typeof name !== 'string')
    throw new ToolwrightError(
      'INVALID_CONFIG',
      'An expected call must be a name, or a list of a name and arguments.',
      {
        blame: 'developer',
      },
    );
  // A text is what a model wrote: `rawArguments`.
  return { name, args: typeof args === 'string' ? parse(args) : jsonExpectation(args, name) };
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
