import { UsageError } from './usage-error.js';

/** Parses a port. 0 means any free port. */
export function parsePort(text: string): number {
  return parseWhole(text, 0, 65_535, 'A port must be a number from 0 to 65535.');
}

/** Parses a positive whole number. */
export function parseCount(text: string): number {
  return parseWhole(text, 1, Number.MAX_SAFE_INTEGER, 'A count must be a whole number of at least 1.');
}

/** Parses a positive number. */
export function parseAmount(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new UsageError('It must be a number above 0.');
}

/** Parses a share, such as 0.9 or 90%. */
export function parseShare(text: string): number {
  const number = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new UsageError('A share must be a number from 0 to 1, or a percentage.');
}

function parseWhole(text: string, least: number, most: number, problem: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(problem);
}
