import { readJson } from '@toolwright/json';

/**
 * Parses bodies that may contain arguments of calls. A number that a double would change keeps its digits as a string.
 * @throws SyntaxError
 */
export function parseWithoutLoss(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const read = readJson(text);
  return read.ok ? read.value : JSON.parse(text);
}
