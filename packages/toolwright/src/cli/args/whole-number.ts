import { UsageError } from './usage-error.js';

/** Reads a port; 0 stands for any that is free. */
export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535, 'A port is a number from 0 to 65535.');
}

/** Reads a whole number above 0. */
export function parseCount(text: string): number {
  return parseWhole(text, 1, Number.MAX_SAFE_INTEGER, 'A count is a whole number, at least 1.');
}

function parseWhole(text: string, least: number, most: number, problem: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(problem);
}
