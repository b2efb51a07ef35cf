import { formatCount } from '@toolwright/contract';
import type { Finding } from '@toolwright/program/compiler';
import type { CountedTools, TokensByProvider } from '../count-tools.js';
import type { LintTool } from '../lint-tool.js';

/** Maximum numbers of tokens, for each provider. */
export interface TokenBudget {
  /** The maximum for each tool. */
  readonly tool?: number | undefined;
  /** The maximum for all tools together. */
  readonly registry?: number | undefined;
}

/** Reports tools that exceed the token budget, individually or in total. */
export function* checkBudget(
  tools: readonly LintTool[],
  { tools: counted, totals }: CountedTools,
  { tool: perTool = Number.POSITIVE_INFINITY, registry = Number.POSITIVE_INFINITY }: TokenBudget,
): Generator<Finding> {
  const own = tools.filter(({ repeats }) => !repeats);
  for (const [index, { spec, site }] of own.entries()) {
    const { provider, tokens } = dearest(counted[index]?.tokens ?? {});
    if (tokens <= perTool) continue;
    yield {
      code: 'TW5001',
      node: site.at,
      message: `\`${spec.name}\` takes ${formatCount(tokens, 'token')} for ${provider}; the budget is ${formatCount(perTool)}.`,
      tool: spec.name,
      documented: site.documented,
    };
  }
  const { provider, tokens } = dearest(totals);
  if (tokens <= registry) return;
  const largest = counted
    .toSorted((a, b) => (b.tokens[provider] ?? 0) - (a.tokens[provider] ?? 0))
    .slice(0, SHOWN)
    .map(({ name, tokens: own }) => `${name} (${formatCount(own[provider] ?? 0)})`);
  yield {
    code: 'TW5002',
    node: undefined,
    message: `${formatCount(own.length, 'tool')} take ${formatCount(tokens, 'token')} for ${provider}; the budget is ${formatCount(registry)}. The largest: ${largest.join(', ')}.`,
  };
}

const SHOWN = 3;

function dearest(tokens: TokensByProvider): { readonly provider: string; readonly tokens: number } {
  let most = { provider: '', tokens: 0 };
  for (const [provider, amount] of Object.entries(tokens))
    if (amount > most.tokens) most = { provider, tokens: amount };
  return most;
}
