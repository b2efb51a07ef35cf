import {
  errorMessage,
  isRecord,
  type LLMDelta,
  type LLMProvider,
  type LLMResponse,
  shortenText,
  ToolwrightError,
} from '@toolwright/contract';

/**
 * Checks a response and fills in the parts that custom providers may omit.
 * @throws ToolwrightError `INVALID_RESPONSE` for any other value
 */
export function checkResponse(value: unknown, client: LLMProvider): LLMResponse {
  return completeResponse(value, (what, expected) => invalid(client, 'generate', what, expected));
}

/** Creates the error for a response with an invalid part. */
type Refuse = (what: string, expected: string) => ToolwrightError;

/** Checks and completes a response from another source; `refuse` creates the error to throw. */
export function completeResponse(value: unknown, refuse: Refuse): LLMResponse {
  checkParts(value, refuse);
  if (isComplete(value)) return value;
  const { content = null, toolCalls = [], finishReason = 'stop', usage, ...rest } = value;
  return { ...rest, content, toolCalls, finishReason, usage: usage ?? undefined };
}

/** A response as a provider returned it. Some providers send null when usage is unknown. */
type GivenResponse = Partial<Omit<LLMResponse, 'usage'>> & { readonly usage?: LLMResponse['usage'] | null };

function isComplete(value: GivenResponse): value is GivenResponse & LLMResponse {
  const { content, toolCalls, finishReason, usage } = value;
  return content !== undefined && toolCalls !== undefined && finishReason !== undefined && usage !== null;
}

function checkParts(value: unknown, refuse: Refuse): asserts value is GivenResponse {
  if (!isRecord(value) || value instanceof Error || !PARTS.some((name) => value[name] !== undefined))
    throw refuse(
      show(value),
      isRecord(value) ? 'an LLMResponse, which has content or toolCalls' : 'an LLMResponse',
    );
  const { content = null, toolCalls = [] } = value;
  if (content !== null && typeof content !== 'string') {
    throw refuse(`the content ${show(content)}`, 'a string or null');
  }
  if (!Array.isArray(toolCalls)) throw refuse(`the toolCalls ${show(toolCalls)}`, 'a list');
  // Uses `findIndex`, because the list may have holes.
  const wrong = toolCalls.findIndex((call: unknown) => !isCall(call));
  if (wrong !== -1) {
    throw refuse(`the tool call ${show(toolCalls[wrong])}`, "{ id, function: { name, arguments: 'JSON' } }");
  }
}

/** A valid response has at least one of these members. */
const PARTS = ['content', 'toolCalls', 'finishReason', 'reasoning', 'refusal', 'providerCalls'] as const;

/** @throws ToolwrightError `INVALID_RESPONSE` for anything other than a stream delta */
export function checkDelta(delta: unknown, client: LLMProvider): asserts delta is LLMDelta {
  if (!isRecord(delta) || typeof delta.type !== 'string')
    throw invalid(client, 'stream', show(delta), 'an LLMDelta, which has a type');
  const { type, text } = delta;
  if ((type === 'text-delta' || type === 'reasoning-delta') && typeof text !== 'string')
    throw invalid(client, 'stream', show(delta), 'a string as its text');
  if (
    type === 'tool-call-delta' &&
    !(isTextOrNothing(delta.id) && isTextOrNothing(delta.name) && isTextOrNothing(delta.arguments))
  )
    throw invalid(client, 'stream', show(delta), 'an id, a name and arguments that are strings');
}

function isTextOrNothing(value: unknown): boolean {
  return typeof value === 'string' || value == null;
}

/** @throws ToolwrightError `INVALID_RESPONSE` for a value that is not iterable */
export function checkStream(stream: unknown, client: LLMProvider): asserts stream is AsyncIterable<LLMDelta> {
  const isStream = typeof stream === 'object' && stream !== null;
  if (isStream && (Symbol.asyncIterator in stream || Symbol.iterator in stream)) return;
  throw invalid(client, 'stream', show(stream), 'an async iterable of LLMDelta');
}

function isCall(call: unknown): boolean {
  if (!isRecord(call) || typeof call.id !== 'string' || !isRecord(call.function)) return false;
  return typeof call.function.name === 'string' && typeof call.function.arguments === 'string';
}

function show(value: unknown): string {
  if (value instanceof Error) return `the error '${shortenText(errorMessage(value), 200)}'`;
  try {
    return shortenText(JSON.stringify(value) ?? String(value), 200);
  } catch {
    // For circular values, only the type is shown.
    return Object.prototype.toString.call(value);
  }
}

function invalid({ provider }: LLMProvider, method: string, what: string, expected: string): ToolwrightError {
  const who = provider === undefined ? 'The model client' : `The model client '${provider}'`;
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `${who} returned ${what} from '${method}'; expected ${expected}.`,
    {
      blame: 'provider',
      hint: "Correct the client's code; see LLMProvider.",
    },
  );
}
