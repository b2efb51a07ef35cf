import { canonicalJson, readJson } from '@toolwright/json';

/** Returns a key for comparing JSON texts. It ignores whitespace, escapes and the order of members, but preserves all digits. */
export function argumentsKey(text: string): string {
  const read = readJson(text);
  return read.ok && read.duplicates.length === 0 ? canonicalJson(read.value) : text;
}
