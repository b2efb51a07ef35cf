import type {
  FinishReason,
  GenerateOptions,
  LLMDelta,
  LLMResponse,
  Message,
  ProviderToolCall,
  TokenLogprob,
  ToolSpec,
  Usage,
} from '@toolwright/contract';

/** A request to a scripted model. The list of messages is a copy; the messages themselves are shared. */
export interface ScriptRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
  /** The text of the last user message, or an empty string. */
  readonly input: string;
  /** The number of earlier requests. */
  readonly index: number;
}

/** A tool call that a scripted model makes. */
export interface ScriptedCall {
  readonly name: string;
  /** An object, or raw text as a model would write it, which may be malformed. Default: `{}`. */
  readonly arguments?: object | string;
  /** Default: a new generated id for each call. */
  readonly id?: string;
}

/** One reply. Its parts are sent in this order: delay, provider calls, reasoning, text, tool calls, deltas, usage, finish or error. */
export interface ScriptReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  /** Calls that the provider made itself. */
  readonly providerCalls?: readonly ProviderToolCall[];
  readonly usage?: Usage;
  readonly refusal?: string;
  readonly logprobs?: readonly TokenLogprob[];
  /** Default: `tool-calls` if there are calls, otherwise `stop`. */
  readonly finishReason?: FinishReason;
  /** The provider's own finish reason, and the part of the reply that it rejects. */
  readonly rawFinishReason?: string;
  readonly rejected?: LLMResponse['rejected'];
  /** Deltas to send unchanged. No `finish` is added: without one, the stream ends prematurely. */
  readonly deltas?: readonly LLMDelta[];
  /** An error to throw at the end, instead of the `finish` delta. */
  readonly error?: Error;
  /** The delay in milliseconds before the reply. An abort ends it early. */
  readonly delayMs?: number;
  /** Restricts the step to matching requests. A string or pattern is searched for in the last user message. */
  readonly when?: string | RegExp | ((request: ScriptRequest) => boolean);
}

/** A reply. A string is shorthand for `{ text }`. */
export type ScriptAnswer = string | ScriptReply;

/** A reply, or a function that returns a reply for a request. */
export type ScriptStep = ScriptAnswer | ((request: ScriptRequest) => ScriptAnswer | Promise<ScriptAnswer>);

export async function toReply(step: ScriptStep, request: ScriptRequest): Promise<ScriptReply> {
  const answer = typeof step === 'function' ? await step(request) : step;
  return typeof answer === 'string' ? { text: answer } : answer;
}

export function accepts(step: ScriptStep, request: ScriptRequest): boolean {
  const when = typeof step === 'object' ? step.when : undefined;
  if (when === undefined) return true;
  if (typeof when === 'function') return when(request);
  return typeof when === 'string' ? request.input.includes(when) : request.input.search(when) >= 0;
}

/** Returns the deltas that a provider would stream for a reply: text word by word, arguments in two halves. */
export function toDeltas(reply: ScriptReply, makeId: () => string): LLMDelta[] {
  const {
    text = '',
    reasoning = '',
    toolCalls = [],
    providerCalls = [],
    usage,
    refusal,
    logprobs,
    deltas,
    error,
  } = reply;
  const list: LLMDelta[] = [
    ...providerCalls.map((call) => ({ type: 'provider-call', call }) as const),
    ...words(reasoning).map((piece) => ({ type: 'reasoning-delta', text: piece }) as const),
    ...words(text).map((piece) => ({ type: 'text-delta', text: piece }) as const),
    ...toolCalls.flatMap((call, index) => callDeltas(call, index, makeId)),
    ...(deltas ?? []),
  ];
  if (usage) list.push({ type: 'usage', usage });
  if (deltas === undefined && error === undefined) {
    const finishReason = reply.finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop');
    list.push({
      type: 'finish',
      finishReason,
      ...(reply.rawFinishReason !== undefined && { rawFinishReason: reply.rawFinishReason }),
      ...(reply.rejected !== undefined && { rejected: reply.rejected }),
      ...(refusal !== undefined && { refusal }),
      ...(logprobs && { logprobs }),
    });
  }
  return list;
}

function callDeltas(call: ScriptedCall, index: number, makeId: () => string): LLMDelta[] {
  const { name, arguments: given = {}, id = makeId() } = call;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const half = Math.ceil(text.length / 2);
  return [
    { type: 'tool-call-delta', index, id, name, arguments: '' },
    ...[text.slice(0, half), text.slice(half)]
      .filter((piece) => piece !== '')
      .map((piece) => ({ type: 'tool-call-delta', index, arguments: piece }) as const),
  ];
}

function words(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? [];
}
