import type { Dialect } from '@toolwright/json-schema';
import type { LintTool } from './lint-tool.js';

/** The number of tokens by the name of the provider's dialect. Empty if nothing was counted. */
export type TokensByProvider = Readonly<Record<string, number>>;

/** A tool of the project, with its number of tokens. */
export interface CountedTool {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly tokens: TokensByProvider;
}

export interface CountedTools {
  /** Sorted by name, then by file. A method and its overrides are one tool. */
  readonly tools: readonly CountedTool[];
  /** The totals for all tools. */
  readonly totals: TokensByProvider;
}

/** Counts the tokens that each tool takes in each provider's requests, as JSON without whitespace. */
export function countTools(
  tools: readonly LintTool[],
  providers: readonly Dialect[],
  countTokens: ((text: string) => number) | undefined,
): CountedTools {
  const asked = countTokens === undefined ? [] : providers;
  const counted = tools
    .filter(({ repeats }) => !repeats)
    .map(({ spec }): CountedTool => {
      const tokens = asked.map((dialect) => [
        dialect.name,
        countTokens?.(JSON.stringify(dialect.wireTool(spec))) ?? 0,
      ]);
      return { name: spec.name, ...spec.source, tokens: Object.fromEntries(tokens) };
    });
  const totals = asked.map(({ name }) => [
    name,
    counted.reduce((sum, { tokens }) => sum + (tokens[name] ?? 0), 0),
  ]);
  return { tools: counted, totals: Object.fromEntries(totals) };
}
