import { canonicalJson, readJson } from '@toolwright/json';

/** One text for all texts of the same JSON value: white space, escapes and the order of members do not count, digits do. */
export function argumentsKey(text: string): string {
  const read = readJson(text);
  return read.ok && read.duplicates.length === 0 ? canonicalJson(read.value) : text;
}
