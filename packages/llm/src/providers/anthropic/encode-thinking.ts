import type { BetaThinkingConfigParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ReasoningEffort } from '@toolwright/contract';
import type { Sent } from '../../sdk/sdk.js';
import type { WireTurn } from './encode-messages.js';
import type { ClaudeFacts } from './models.js';

export interface ThinkingRequest {
  readonly effort: ReasoningEffort | undefined;
  /** The maximum total of thinking and answer tokens. */
  readonly maxTokens: number;
  readonly forced: boolean;
  readonly turns: readonly WireTurn[];
}

export interface EncodedThinking {
  readonly thinking?: Sent<BetaThinkingConfigParam>;
  /** The value for `output_config`. */
  readonly effort?: Exclude<ReasoningEffort, 'none' | 'minimal'>;
  /** Explains which setting could not be sent as requested. */
  readonly warning?: string;
}

type Facts = Pick<ClaudeFacts, 'thinking' | 'thinkingOff' | 'effortParameter'>;

/**
 * The minimum accepted budget.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
const MIN_BUDGET = 1024;

/** The share of the output tokens available for thinking. The rest is reserved for the answer. */
const SHARES: Readonly<Partial<Record<ReasoningEffort, number>>> = { low: 1 / 8, medium: 1 / 4, high: 1 / 2 };

/**
 * Encodes a reasoning effort: as an effort for newer models, as a token budget for older ones. Newer models return thoughts only if
 * the request asks for a summary, which costs nothing extra.
 * @see https://platform.claude.com/docs/en/build-with-claude/thinking
 */
export function encodeThinking(request: ThinkingRequest, facts: Facts): EncodedThinking {
  const { effort } = request;
  if (effort === undefined || facts.thinking === 'none') return {};
  if (effort === 'none') return turnOff(facts);
  const named = effort === 'minimal' ? {} : { effort };
  if (facts.thinking === 'adaptive')
    return { thinking: { type: 'adaptive', display: 'summarized' }, ...named };
  const budget = encodeBudget(request);
  return budget.thinking && facts.effortParameter ? { ...budget, ...named } : budget;
}

function turnOff({ thinkingOff }: Facts): EncodedThinking {
  if (thinkingOff === 'unsent') return {};
  return thinkingOff === 'never' ? { effort: 'low' } : { thinking: { type: thinkingOff } };
}

function encodeBudget({ effort, maxTokens, forced, turns }: ThinkingRequest): EncodedThinking {
  if (forced)
    return { warning: "reasoning is omitted, because it cannot be combined with toolChoice 'required'" };
  if (lacksThoughts(turns))
    return { warning: 'reasoning is omitted, because the previous tool calls were made without it' };
  const share = SHARES[effort ?? 'minimal'] ?? 0;
  const budget = Math.max(MIN_BUDGET, Math.floor(maxTokens * share));
  if (budget < maxTokens) return { thinking: { type: 'enabled', budget_tokens: budget } };
  return { warning: `reasoning is omitted, because it needs a limit of more than ${MIN_BUDGET} tokens` };
}

/**
 * Whether the model's current turn does not start with a thought. This happens if another model made its calls, reasoning was off, or
 * its start was trimmed. The API then refuses a token budget for thoughts.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#extended-thinking-with-tool-use
 */
function lacksThoughts(turns: readonly WireTurn[]): boolean {
  const asked = turns.findLastIndex(
    ({ role, content }) => role === 'user' && !content.some(({ type }) => type === 'tool_result'),
  );
  const [first] = turns[asked + 1]?.content ?? [];
  return first !== undefined && first.type !== 'thinking' && first.type !== 'redacted_thinking';
}
