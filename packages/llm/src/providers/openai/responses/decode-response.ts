import {
  type FinishReason,
  isRecord,
  type JsonObject,
  type LLMDelta,
  type TokenLogprob,
  ToolwrightError,
} from '@toolwright/contract';
import { ErrorReply } from '../../../faults/fault.js';
import { parseReply } from '../../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../../reply/reply-decoder.js';
import { argumentsText, invalidField, jsonStart, listField, textField } from '../../../reply/reply-fields.js';
import { toLogprobs } from '../../../reply/to-logprobs.js';
import type { RestoreText } from '../../../request/restore-text.js';
import { toUsage } from '../to-usage.js';
import { answerTo, type McpListener, readMcpCall, warnOfMcpItem } from './mcp-items.js';
import { type ReplayPart, toReplayData } from './replay.js';

/** The streamed parts of an output item. The item's end adds only the others. */
interface OpenItem {
  text: boolean;
  reasoning: boolean;
  call: boolean;
  arguments: boolean;
  done: boolean;
}

/**
 * Turns events of the responses API, or one whole response, into deltas.
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseDecoder implements ReplyDecoder {
  readonly #provider: string;
  readonly #restore: RestoreText | undefined;
  readonly #mcp: McpListener;
  readonly #items = new Map<number, OpenItem>();
  readonly #parts: ReplayPart[] = [];
  readonly #logprobs: TokenLogprob[] = [];
  #finishReason: FinishReason | undefined;
  #refusal = '';
  #hasCalls = false;
  #begun = false;

  /**
   * @param provider the key of `provider_data` for the parts to replay
   * @param restore restores the text of each message, which is held until it is complete
   * @param mcp receives what the provider reports about MCP servers
   */
  constructor(provider: string, restore?: RestoreText, mcp: McpListener = NOBODY) {
    this.#provider = provider;
    this.#restore = restore;
    this.#mcp = mcp;
  }

  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    // Many servers with this API send it.
    if (data === '[DONE]') return this.finished;
    const event = parseReply(data);
    if (!isRecord(event)) throw notAResponse(event);
    this.#decode(event, deltas);
    this.#begun = true;
    return this.finished;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(body)) throw notAResponse(body);
    if (body.error !== undefined && body.error !== null) throw new ErrorReply(undefined, body.error);
    if (!Array.isArray(body.output)) throw notAResponse(body);
    this.#complete(body, deltas);
  }

  end(): LLMDelta {
    const reason = this.#finishReason ?? 'stop';
    const providerData = toReplayData(this.#parts, this.#provider);
    return {
      type: 'finish',
      finishReason: this.#hasCalls && reason === 'stop' ? 'tool-calls' : reason,
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      ...(this.#logprobs.length > 0 && { logprobs: this.#logprobs }),
      ...(providerData && { providerData }),
    };
  }

  #decode(event: Record<string, unknown>, deltas: LLMDelta[]): void {
    const { type, delta } = event;
    const index = typeof event.output_index === 'number' ? event.output_index : 0;
    switch (type) {
      case 'response.output_text.delta':
        if (this.#restore) return;
        this.#open(index).text = true;
        if (event.logprobs) for (const entry of toLogprobs(event.logprobs)) this.#logprobs.push(entry);
        pushText('text-delta', delta, deltas);
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#open(index).reasoning = true;
        pushText('reasoning-delta', delta, deltas);
        return;
      case 'response.reasoning_summary_part.added':
        if (typeof event.summary_index === 'number' && event.summary_index > 0) {
          pushText('reasoning-delta', '\n\n', deltas);
        }
        return;
      case 'response.function_call_arguments.delta':
        this.#open(index).arguments = true;
        if (typeof delta === 'string') deltas.push({ type: 'tool-call-delta', index, arguments: delta });
        return;
      case 'response.output_item.added':
        if (isRecord(event.item) && event.item.type === 'function_call')
          this.#beginCall(index, event.item, deltas);
        return;
      case 'response.output_item.done':
        this.#finishItem(index, event.item, deltas);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#complete(isRecord(event.response) ? event.response : {}, deltas);
        return;
      case 'error':
        throw new ErrorReply(undefined, isRecord(event.error) ? event.error : event);
      default:
        // Other events repeat these, or belong to tools that run at the provider.
        if (isRecord(event.error) && !(typeof type === 'string' && type.startsWith('response.mcp_')))
          throw new ErrorReply(undefined, event.error);
        if (typeof type !== 'string' && !this.#begun) throw notAResponse(event);
    }
  }

  #open(index: number): OpenItem {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const item = { text: false, reasoning: false, call: false, arguments: false, done: false };
    this.#items.set(index, item);
    return item;
  }

  #beginCall(index: number, item: Record<string, unknown>, deltas: LLMDelta[]): void {
    this.#hasCalls = true;
    this.#open(index).call = true;
    deltas.push({
      type: 'tool-call-delta',
      index,
      id: typeof item.call_id === 'string' ? item.call_id : undefined,
      name: typeof item.name === 'string' ? item.name : undefined,
    });
  }

  #finishItem(index: number, item: unknown, deltas: LLMDelta[]): void {
    const open = this.#open(index);
    if (!isRecord(item)) throw invalidField(item, 'output', 'a list of objects');
    if (open.done) return;
    open.done = true;
    if (item.type === 'message') this.#finishMessage(open, item, deltas);
    else if (item.type === 'function_call') this.#finishCall(index, open, item, deltas);
    else {
      if (item.type === 'reasoning' && !open.reasoning)
        pushText('reasoning-delta', reasoningText(item), deltas);
      this.#hearOfMcp(item, deltas);
      // Without its encrypted form, the provider knows the reasoning only if it stores it.
      if (item.type !== 'reasoning' || typeof item.encrypted_content === 'string') {
        // The item was parsed from JSON.
        for (const one of [item as JsonObject, ...answerTo(item)])
          this.#parts.push({ kind: 'item', item: one });
      }
    }
  }

  #hearOfMcp(item: Record<string, unknown>, deltas: LLMDelta[]): void {
    const call = readMcpCall(item, this.#mcp);
    if (call !== undefined) deltas.push({ type: 'provider-call', call });
    warnOfMcpItem(item, this.#mcp);
  }

  #finishMessage(open: OpenItem, { content, phase }: Record<string, unknown>, deltas: LLMDelta[]): void {
    let length = 0;
    for (const part of listField(content, 'content').filter(isRecord)) {
      if (part.type === 'refusal' && typeof part.refusal === 'string') this.#refusal += part.refusal;
      const said = part.type === 'output_text' ? textField(part.text, 'text') : undefined;
      if (said === undefined) continue;
      const text = this.#restore?.(said) ?? said;
      length += text.length;
      if (open.text) continue;
      pushText('text-delta', text, deltas);
      for (const entry of toLogprobs(part.logprobs)) this.#logprobs.push(entry);
    }
    this.#parts.push({ kind: 'text', length, ...(typeof phase === 'string' && { phase }) });
  }

  #finishCall(index: number, open: OpenItem, item: Record<string, unknown>, deltas: LLMDelta[]): void {
    if (!open.call) this.#beginCall(index, item, deltas);
    if (!open.arguments) {
      deltas.push({ type: 'tool-call-delta', index, arguments: argumentsText(item.arguments) });
    }
    if (typeof item.call_id === 'string') this.#parts.push({ kind: 'call', id: item.call_id });
  }

  #complete(response: Record<string, unknown>, deltas: LLMDelta[]): void {
    if (Array.isArray(response.output)) {
      for (const [index, item] of response.output.entries()) this.#finishItem(index, item, deltas);
    }
    this.#finishReason = finishReasonOf(response);
    const usage = toUsage(response.usage);
    if (usage) deltas.push({ type: 'usage', usage });
  }
}

const NOBODY: McpListener = { redact: (text) => text, warn: () => undefined };

function pushText(type: 'text-delta' | 'reasoning-delta', text: unknown, deltas: LLMDelta[]): void {
  if (typeof text === 'string' && text !== '') deltas.push({ type, text });
}

/** The summary, or the reasoning itself if the model returns it. */
function reasoningText({ summary, content }: Record<string, unknown>): string {
  const texts = (parts: unknown) =>
    Array.isArray(parts)
      ? parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : []))
      : [];
  const shown = texts(summary);
  return (shown.length > 0 ? shown : texts(content)).join('\n\n');
}

/** @throws ErrorReply for a failed response; ToolwrightError `INVALID_RESPONSE` for an unfinished one */
function finishReasonOf({
  status,
  error,
  incomplete_details: details,
}: Record<string, unknown>): FinishReason {
  switch (status) {
    case 'failed':
    case 'cancelled':
      throw new ErrorReply(undefined, isRecord(error) ? error : { message: `The response was ${status}.` });
    case 'incomplete':
      // Compatible servers omit the reason, and have only one.
      return isRecord(details) ? (INCOMPLETE.get(details.reason) ?? 'other') : 'length';
    case 'queued':
    case 'in_progress':
      throw new ToolwrightError('INVALID_RESPONSE', `The response is not ready: its status is ${status}.`, {
        blame: 'provider',
        hint: 'Requests that run in the background are not supported: take `background` out of extraBody.',
      });
    default:
      return 'stop';
  }
}

const INCOMPLETE: ReadonlyMap<unknown, FinishReason> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content-filter'],
]);

function notAResponse(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `The reply is not a response of the responses API: ${shown}`,
    {
      blame: 'provider',
      hint: "Most servers other than OpenAI's only have chat completions: pass api: 'chat'.",
    },
  );
}
