import { UsageError } from './usage-error.js';

/** Parses a port. 0 means any free port. */
export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535, 'A port must be a number from 0 to 65535.');
}

/** Parses a positive whole number. */
export function parseCount(text: string): number {
  return parseWhole(text, 1, Number.MAX_SAFE_INTEGER, 'A count must be a whole number of at least 1.');
}

function parseWhole(text: string, least: number, most: number, problem: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(problem);
}
