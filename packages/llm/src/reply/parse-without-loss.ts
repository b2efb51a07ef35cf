import { readJson } from '@toolwright/schema';

/**
 * `JSON.parse` for bodies that may hold the arguments of calls: a number that a double would change is read with its digits, which JSON
 * then carries as a string.
 * @throws SyntaxError
 */
export function parseWithoutLoss(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const read = readJson(text);
  return read.ok ? read.value : JSON.parse(text);
}
