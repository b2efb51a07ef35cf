import { USAGE_ENTRIES, type Usage } from '@toolwright/contract';
import { tokenCount } from './token-count.js';

type Counts = { -readonly [Name in keyof Usage]: Usage[Name] };

/**
 * Creates usage from the reported fields; undefined if the provider reports neither input nor output. Values that cannot be token
 * counts are treated as unknown.
 */
export function createUsage(reported: { readonly [Field in keyof Usage]?: unknown }): Usage | undefined {
  const usage: Counts = { inputTokens: 0, outputTokens: 0 };
  for (const [name] of USAGE_ENTRIES) {
    const count = tokenCount(reported[name]);
    if (count !== undefined) usage[name] = count;
  }
  const { inputTokens, outputTokens } = reported;
  return tokenCount(inputTokens) === undefined && tokenCount(outputTokens) === undefined ? undefined : usage;
}

/** Adds two usages. A field that is absent from both stays absent, because unknown is not 0. */
export function addUsage(a: Usage, b: Usage): Usage {
  const total: Counts = { inputTokens: 0, outputTokens: 0 };
  for (const [name] of USAGE_ENTRIES) {
    const value = sum(a[name], b[name]);
    if (value !== undefined) total[name] = value;
  }
  return total;
}

/** Adds two counts. Custom providers may violate the type; values that cannot be token counts are treated as unknown. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  const [first, second] = [tokenCount(a), tokenCount(b)];
  return first === undefined || second === undefined ? (first ?? second) : first + second;
}
