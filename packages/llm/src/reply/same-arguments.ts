import { canonicalJson, readJson } from '@toolwright/json';

/** Returns the same key for all texts of one JSON value: whitespace, escapes and the order of members are ignored, but digits are not. */
export function argumentsKey(text: string): string {
  const read = readJson(text);
  return read.ok && read.duplicates.length === 0 ? canonicalJson(read.value) : text;
}
