import type { Usage } from '@toolwright/contract';
import { tokenCount } from './token-count.js';

/** The compiler reports a field of `Usage` that is missing here. */
const FIELDS: Readonly<Record<keyof Usage, true>> = {
  inputTokens: true,
  outputTokens: true,
  cachedInputTokens: true,
  cacheWriteTokens: true,
  reasoningTokens: true,
  cost: true,
};

// The keys of FIELDS are those of Usage.
const NAMES = Object.keys(FIELDS) as readonly (keyof Usage)[];

type Counts = { -readonly [Name in keyof Usage]: Usage[Name] };

/**
 * Creates usage from the reported fields; `undefined` if the provider reports neither input nor output. A value that cannot be a count is
 * treated as unknown.
 */
export function createUsage(reported: { readonly [Field in keyof Usage]?: unknown }): Usage | undefined {
  const usage: Counts = { inputTokens: 0, outputTokens: 0 };
  for (const name of NAMES) {
    const count = tokenCount(reported[name]);
    if (count !== undefined) usage[name] = count;
  }
  const { inputTokens, outputTokens } = reported;
  return tokenCount(inputTokens) === undefined && tokenCount(outputTokens) === undefined ? undefined : usage;
}

/** Adds two usages. A field that neither reports stays absent, because unknown is not 0. */
export function addUsage(a: Usage, b: Usage): Usage {
  const total: Counts = { inputTokens: 0, outputTokens: 0 };
  for (const name of NAMES) {
    const value = sum(a[name], b[name]);
    if (value !== undefined) total[name] = value;
  }
  return total;
}

/** A custom provider can report more than the type allows. A value that cannot be a count is treated as unknown. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  const [first, second] = [tokenCount(a), tokenCount(b)];
  return first === undefined || second === undefined ? (first ?? second) : first + second;
}
