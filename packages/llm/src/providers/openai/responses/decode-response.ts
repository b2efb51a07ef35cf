import {
  appendAll,
  isRecord,
  type JsonObject,
  type LLMDelta,
  type TokenLogprob,
  ToolwrightError,
  textStart,
} from '@toolwright/contract';
import { ErrorReply } from '../../../faults/fault.js';
import { RESPONSES_ENDS } from '../../../reply/end-words.js';
import { refuseErrorFrame } from '../../../reply/error-frame.js';
import { parseReply } from '../../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../../reply/reply-decoder.js';
import { ReplyEnd } from '../../../reply/reply-end.js';
import { invalidField, jsonStart, listField, textField } from '../../../reply/reply-fields.js';
import { toLogprobs } from '../../../reply/to-logprobs.js';
import { Unread } from '../../../reply/unread.js';
import type { RestoreText } from '../../../request/restore-text.js';
import { toUsage } from '../to-usage.js';
import { answerTo, type McpListener, readMcpCall, warnOfMcpItem } from './mcp-items.js';
import { noteUnread, reasoningTexts } from './other-items.js';
import { type OutputItem, OutputItems } from './output-items.js';
import { type ReplayPart, toReplayData } from './replay.js';
import { brokenStatus, endWords } from './response-end.js';
import { beginCall, settleCall } from './settle-call.js';

/**
 * Converts events of the responses API, or a whole response, to deltas.
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseDecoder implements ReplyDecoder {
  readonly #provider: string;
  readonly #restore: RestoreText | undefined;
  readonly #mcp: McpListener;
  readonly #items = new OutputItems();
  readonly #end: ReplyEnd;
  readonly #unread: Unread;
  #isComplete = false;
  #begun = false;

  /**
   * @param provider the key of `provider_data` for the parts to replay
   * @param restore restores the text of each message, which is withheld until it is complete
   * @param mcp receives the provider's reports about MCP servers
   */
  constructor(provider: string, restore?: RestoreText, mcp: McpListener = NOBODY) {
    this.#provider = provider;
    this.#restore = restore;
    this.#mcp = mcp;
    this.#unread = new Unread(mcp.warn);
    const isOpen = provider === 'openai-compatible';
    this.#end = new ReplyEnd({ ...RESPONSES_ENDS, isOpen });
  }

  get finished(): boolean {
    return this.#isComplete;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    // Many compatible servers send this final event.
    if (data === '[DONE]') return this.finished;
    const event = parseReply(data);
    if (!isRecord(event)) throw notAResponse(event);
    this.#decode(event, deltas);
    this.#begun = true;
    return this.finished;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(body)) throw notAResponse(body);
    if (!Array.isArray(body.output)) {
      if (body.error) throw new ErrorReply(undefined, body.error);
      refuseErrorFrame(body);
      throw notAResponse(body);
    }
    this.#complete(body, undefined, deltas);
  }

  end(): LLMDelta {
    const { all } = this.#items;
    const providerData = toReplayData(all.flatMap(replayOf), this.#provider);
    const refusal = all.map((item) => item.refusal).join('');
    const logprobs = all.flatMap((item) => item.logprobs);
    return {
      type: 'finish',
      ...this.#end.describe(all.some(({ call }) => call !== undefined)),
      ...this.#revised(),
      ...(refusal !== '' && { refusal }),
      ...(logprobs.length > 0 && { logprobs }),
      ...(providerData && { providerData }),
    };
  }

  /** Returns the final content and reasoning if they differ from the streamed ones. */
  #revised(): Pick<Extract<LLMDelta, { type: 'finish' }>, 'content' | 'reasoning'> {
    const { all } = this.#items;
    if (all.some(({ text }) => text.differsVisibly))
      this.#mcp.warn(
        'The provider changed text that it had already sent. The answer contains the final text.',
      );
    return {
      ...(all.some(({ text }) => text.differs) && { content: all.map(({ text }) => text.text).join('') }),
      ...(all.some(({ reasoning }) => reasoning.differs) && {
        reasoning: all.map(({ reasoning }) => reasoning.text).join(''),
      }),
    };
  }

  #decode(event: Record<string, unknown>, deltas: LLMDelta[]): void {
    const { type } = event;
    switch (type) {
      case 'response.output_text.delta':
      case 'response.output_text.done':
      case 'response.refusal.delta':
      case 'response.refusal.done':
      case 'response.content_part.done':
        this.#decodeText(this.#items.of(event, 'message'), event, deltas);
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_summary_text.done':
      case 'response.reasoning_text.delta':
      case 'response.reasoning_text.done':
        this.#decodeReasoning(this.#items.of(event, 'reasoning'), event, deltas);
        return;
      case 'response.function_call_arguments.delta':
      case 'response.function_call_arguments.done':
        this.#decodeArguments(this.#items.of(event, 'function_call'), event, deltas);
        return;
      case 'response.output_item.added':
        if (!isRecord(event.item)) return;
        if (event.item.type === 'function_call') beginCall(this.#items.of(event), event.item, deltas);
        else this.#items.of(event);
        return;
      case 'response.output_item.done':
        this.#finishItem(this.#items.of(event), event.item, deltas);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.#complete(isRecord(event.response) ? event.response : {}, type, deltas);
        return;
      case 'error':
        throw new ErrorReply(undefined, isRecord(event.error) ? event.error : event);
      default:
        this.#hearOther(event);
    }
  }

  /** Handles other events. Known ones repeat content that is read elsewhere, or report on tools that the provider runs. */
  #hearOther(event: Record<string, unknown>): void {
    const type = typeof event.type === 'string' ? event.type : undefined;
    if (event.error && !type?.startsWith('response.mcp_')) throw new ErrorReply(undefined, event.error);
    if (type === undefined || event.object === 'error') refuseErrorFrame(event);
    if (type === undefined && !this.#begun) throw notAResponse(event);
    const isKnown = type?.startsWith('response.') || type === 'keepalive' || type === 'ping';
    if (!isKnown) this.#unread.addEvent(event);
  }

  /** Decodes a part of a message. An event whose name ends in `done` contains the whole part. */
  #decodeText(item: OutputItem, event: Record<string, unknown>, deltas: LLMDelta[]): void {
    const { delta } = event;
    const index = partIndex(event.content_index);
    const part = isRecord(event.part) ? event.part : event;
    if (String(event.type).startsWith('response.refusal')) {
      if (typeof delta === 'string') item.refusal += delta;
      else if (typeof part.refusal === 'string') item.refusal = part.refusal;
    } else if (typeof delta === 'string') {
      // The text is restored and emitted once it is complete.
      if (this.#restore) return;
      if (event.logprobs) appendAll(item.logprobs, toLogprobs(event.logprobs));
      pushText('text-delta', item.text.add(index, delta), deltas);
    } else if (typeof part.text === 'string' && (part.type === event.type || part.type === 'output_text')) {
      pushText('text-delta', item.text.settle(index, this.#restore?.(part.text) ?? part.text), deltas);
    }
  }

  #decodeReasoning(item: OutputItem, event: Record<string, unknown>, deltas: LLMDelta[]): void {
    const index = partIndex(event.summary_index ?? event.content_index);
    if (typeof event.delta === 'string')
      pushText('reasoning-delta', item.reasoning.add(index, event.delta), deltas);
    else if (typeof event.text === 'string')
      pushText('reasoning-delta', item.reasoning.settle(index, event.text), deltas);
  }

  #decodeArguments(item: OutputItem, event: Record<string, unknown>, deltas: LLMDelta[]): void {
    if (typeof event.delta !== 'string') {
      settleCall(item, event, deltas);
      return;
    }
    item.call ??= { id: undefined, name: undefined, arguments: '' };
    item.call.arguments += event.delta;
    deltas.push({ type: 'tool-call-delta', index: item.index, arguments: event.delta });
  }

  #finishItem(open: OutputItem, item: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(item)) throw invalidField(item, 'output', 'a list of objects');
    if (item.type === 'message') this.#finishMessage(open, item, deltas);
    else if (item.type === 'function_call') {
      settleCall(open, item, deltas);
      open.broken = brokenStatus(item.status, open.call?.arguments ?? '');
      if (item.status === 'incomplete' && open.broken === undefined) this.#end.say('max_output_tokens');
      open.replay = typeof item.call_id === 'string' ? [{ kind: 'call', id: item.call_id }] : [];
    } else {
      if (item.type === 'reasoning')
        pushText('reasoning-delta', open.reasoning.settleAll(reasoningTexts(item)), deltas);
      if (open.replay === undefined) this.#hearOfMcp(item, deltas);
      noteUnread(item, this.#unread);
      // Reasoning without encrypted content cannot be sent back, because the provider did not store it.
      const isKnown = item.type !== 'reasoning' || typeof item.encrypted_content === 'string';
      // The item was parsed from JSON.
      const items = isKnown ? [item as JsonObject, ...answerTo(item)] : [];
      open.replay = items.map((one) => ({ kind: 'item', item: one }));
    }
  }

  #hearOfMcp(item: Record<string, unknown>, deltas: LLMDelta[]): void {
    const call = readMcpCall(item, this.#mcp);
    if (call !== undefined) deltas.push({ type: 'provider-call', call });
    warnOfMcpItem(item, this.#mcp);
  }

  #finishMessage(open: OutputItem, { content, phase }: Record<string, unknown>, deltas: LLMDelta[]): void {
    const texts: string[] = [];
    const logprobs: TokenLogprob[] = [];
    let refusal = '';
    for (const part of listField(content, 'content').filter(isRecord)) {
      if (part.type === 'refusal' && typeof part.refusal === 'string') refusal += part.refusal;
      else if (part.type !== 'output_text') this.#unread.addType('a part', part.type);
      const said = part.type === 'output_text' ? textField(part.text, 'text') : undefined;
      if (said === undefined) continue;
      texts.push(this.#restore?.(said) ?? said);
      appendAll(logprobs, toLogprobs(part.logprobs));
    }
    if (refusal !== '') open.refusal = refusal;
    if (logprobs.length > 0) open.logprobs = logprobs;
    pushText('text-delta', open.text.settleAll(texts), deltas);
    open.replay = [
      { kind: 'text', length: open.text.text.length, ...(typeof phase === 'string' && { phase }) },
    ];
  }

  #complete(response: Record<string, unknown>, event: unknown, deltas: LLMDelta[]): void {
    const taken = new Set<OutputItem>();
    for (const [index, item] of (Array.isArray(response.output) ? response.output : []).entries()) {
      if (!isRecord(item)) throw invalidField(item, 'output', 'a list of objects');
      const open = this.#items.ofEntry(item, index, taken);
      taken.add(open);
      this.#finishItem(open, item, deltas);
    }
    if (taken.size > 0) this.#refuseLost(taken);
    for (const word of endWords(response, event, this.#items.all)) this.#end.say(word);
    this.#isComplete = true;
    const usage = toUsage(response.usage);
    if (usage) deltas.push({ type: 'usage', usage });
  }

  /** Warns about calls that the final output lacks. The server retracted them, so they must not be executed. */
  #refuseLost(final: ReadonlySet<OutputItem>): void {
    const lost = this.#items.all.filter((item) => item.call !== undefined && !final.has(item));
    if (lost.length === 0) return;
    for (const item of lost) item.broken = 'incomplete';
    const names = lost.map(({ call }) => `'${textStart(call?.name ?? '', 60)}'`).join(', ');
    this.#mcp.warn(`The final response lacks calls that the provider had streamed: ${names}.`);
  }
}

/** Returns the parts to send in place of an item in a later request. If its final form did not arrive, uses the parts received so far. */
function replayOf({ replay, call, text: { text } }: OutputItem): readonly ReplayPart[] {
  if (replay?.[0]?.kind === 'text') return [{ ...replay[0], length: text.length }];
  if (replay !== undefined) return replay;
  if (call?.id !== undefined) return [{ kind: 'call', id: call.id }];
  return text === '' ? [] : [{ kind: 'text', length: text.length }];
}

function partIndex(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}

const NOBODY: McpListener = { redact: (text) => text, warn: () => undefined };

function pushText(type: 'text-delta' | 'reasoning-delta', text: unknown, deltas: LLMDelta[]): void {
  if (typeof text === 'string' && text !== '') deltas.push({ type, text });
}

function notAResponse(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `The reply is not a response of the responses API: ${shown}`,
    {
      blame: 'provider',
      hint: "Most servers other than OpenAI's only support chat completions: pass api: 'chat'.",
    },
  );
}
