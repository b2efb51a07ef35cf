import { readJson } from '@toolwright/json';

/**
 * Parses a body that may contain call arguments. A number that a double cannot represent becomes a string with all its digits.
 * @throws SyntaxError
 */
export function parseWithoutLoss(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const read = readJson(text);
  return read.ok ? read.value : JSON.parse(text);
}
