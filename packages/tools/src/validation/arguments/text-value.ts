import type { JsonType } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import { isContainer } from '@toolwright/json-schema';

/**
 * Returns the value of the given type that a string represents without loss; undefined if there is no such value.
 * @param recover whether to repair the string first, which is allowed for answers, but never for tool arguments
 */
export function textValue(text: string, type: JsonType, recover = false): unknown {
  const written = recover ? text.trim() : text;
  if (type === 'number' || type === 'integer') return toNumber(written);
  if (type === 'boolean') return BOOLEANS.get(recover ? written.toLowerCase() : written);
  if (type === 'null') return recover && /^(?:null|none)$/i.test(written) ? null : undefined;
  return type === 'string' ? undefined : toContainer(text, type === 'object' ? '{' : '[', recover);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Parses a number. Returns undefined for `"1e999"` and integers beyond 2⁵³, which would lose digits. */
function toNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : undefined;
}

function toContainer(text: string, bracket: '{' | '[', recover: boolean): object | undefined {
  if (text.trimStart()[0] !== bracket) return undefined;
  const read = readJson(text, { repair: recover });
  // If digits would be lost, a tool receives the string. An answer receives the exact number, which is checked later.
  const isSafe =
    read.ok && read.duplicates.length === 0 && read.unclosed.length === 0 && (recover || read.isExact);
  return isSafe && isContainer(read.value) ? read.value : undefined;
}
