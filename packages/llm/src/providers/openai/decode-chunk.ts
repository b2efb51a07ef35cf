import {
  isRecord,
  type LLMDelta,
  type TokenLogprob,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { ErrorReply } from '../../faults/fault.js';
import { CHAT_ENDS, type EndWords } from '../../reply/end-words.js';
import { refuseErrorFrame } from '../../reply/error-frame.js';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import { ReplyEnd } from '../../reply/reply-end.js';
import { argumentsText, invalidField, jsonStart, listField, textField } from '../../reply/reply-fields.js';
import { toLogprobs } from '../../reply/to-logprobs.js';
import { Unread, type Warn } from '../../reply/unread.js';
import { readMessage } from './read-message.js';
import { toUsage } from './to-usage.js';

/** The differences between a server's chunks and OpenAI's. */
export interface ChunkQuirks {
  /** Reads the member `usage`. Default: in OpenAI's format. */
  readonly toUsage?: (usage: Readonly<Record<string, unknown>>) => Usage | undefined;
  /** The finish reasons that the server sends. Default: the finish reasons of chat completions. */
  readonly ends?: EndWords;
  /** Receives warnings about unsupported reply content. */
  readonly warn?: Warn | undefined;
}

/**
 * Converts chunks of a stream, or a whole completion, to deltas. Only {@link end} returns the `finish` delta, because the usage
 * arrives after the finish reason.
 */
export class ChunkDecoder implements ReplyDecoder {
  readonly #end: ReplyEnd;
  #refusal = '';
  readonly #logprobs: TokenLogprob[] = [];
  #hasCalls = false;
  #started = false;
  #hasChoice = false;
  #hasReasoning = false;
  readonly #unread: Unread;
  /** Whether the reply is not streamed. Then each call is complete, and its index is ignored. */
  #whole = false;
  readonly #toUsage: NonNullable<ChunkQuirks['toUsage']>;

  constructor(quirks: ChunkQuirks = {}) {
    this.#toUsage = quirks.toUsage ?? toUsage;
    this.#end = new ReplyEnd(quirks.ends ?? CHAT_ENDS);
    this.#unread = new Unread(quirks.warn);
  }

  get finished(): boolean {
    return this.#end.word !== undefined;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    if (data === '[DONE]') return true;
    this.decode(parseReply(data), deltas);
    return false;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    this.#whole = true;
    this.decode(body, deltas);
    if (this.#hasChoice) return;
    throw new ToolwrightError('INVALID_RESPONSE', 'The completion contains no choices.', {
      blame: 'provider',
    });
  }

  /**
   * Adds the deltas of one parsed chunk to `deltas`.
   * @throws ErrorReply for an error object; ToolwrightError `INVALID_RESPONSE` for any other object that is not a chunk
   */
  decode(chunk: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(chunk)) throw notAChunk(chunk);
    if (chunk.error !== undefined && chunk.error !== null) throw new ErrorReply(undefined, chunk.error);
    const { choices } = chunk;
    if (Array.isArray(choices) && choices.length > 0) {
      for (const choice of choices) this.#decodeChoice(choice, deltas);
    } else {
      refuseErrorFrame(chunk);
      if (!Array.isArray(choices)) this.#checkOther(chunk);
    }
    this.#started = true;
    const reported = chunk.usage || this.#decodeGroq(chunk.x_groq);
    const usage = isRecord(reported) ? this.#toUsage(reported) : undefined;
    if (usage) deltas.push({ type: 'usage', usage });
  }

  end(): LLMDelta {
    return {
      type: 'finish',
      ...this.#end.describe(this.#hasCalls),
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      ...(this.#logprobs.length > 0 && { logprobs: this.#logprobs }),
    };
  }

  /** Accepts a chunk without choices, which reports usage or keeps the connection open. */
  #checkOther(chunk: Readonly<Record<string, unknown>>): void {
    if (chunk.usage !== undefined) return;
    if (!this.#started) throw notAChunk(chunk);
    const isChunk = typeof chunk.object === 'string' && chunk.object.startsWith('chat.completion');
    const isKnown = isChunk || chunk.x_groq !== undefined;
    if (!isKnown && chunk.type !== 'ping' && Object.keys(chunk).length > 0) this.#unread.addEvent(chunk);
  }

  /** Reads the extra member in which Groq reports the usage of a stream and errors within the stream. */
  #decodeGroq(data: unknown): unknown {
    if (!isRecord(data)) return undefined;
    if (data.error) throw new ErrorReply(undefined, data.error);
    return data.usage;
  }

  #decodeChoice(choice: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(choice)) throw invalidField(choice, 'choices', 'a list of objects');
    // OpenRouter reports a model that failed mid-answer in this member.
    if (choice.error !== undefined && choice.error !== null) throw new ErrorReply(undefined, choice.error);
    const message = choice.delta ?? choice.message;
    // The client requests one choice. Others result from `n` in `extraBody`, or from a server that splits one choice.
    if (typeof choice.index === 'number' && choice.index > 0) {
      const hasCalls = isRecord(message) && Array.isArray(message.tool_calls);
      this.#unread.add(hasCalls ? 'another choice with calls' : 'another choice');
      return;
    }
    this.#hasChoice = true;
    if (isRecord(message)) this.#decodeMessage(message, deltas);
    else if (message !== undefined && message !== null) throw invalidField(message, 'message', 'an object');
    // The legacy completions API sends text in this member.
    else pushText('text-delta', textField(choice.text, 'text'), deltas);
    if (isRecord(choice.logprobs))
      for (const entry of toLogprobs(choice.logprobs.content)) this.#logprobs.push(entry);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      this.#end.say(choice.finish_reason);
    }
  }

  #decodeMessage(message: Record<string, unknown>, deltas: LLMDelta[]): void {
    const { tool_calls: calls } = message;
    const { text, reasoning, details, refusal } = readMessage(message, this.#unread);
    if (reasoning !== '') this.#hasReasoning = true;
    pushText('reasoning-delta', this.#hasReasoning ? reasoning : details, deltas);
    pushText('text-delta', text, deltas);
    this.#refusal += refusal;
    // Hot path: most deltas have no tool calls.
    if (calls === undefined) return;
    for (const [position, call] of listField(calls, 'tool_calls').entries()) {
      this.#decodeCall(call, position, deltas);
    }
  }

  #decodeCall(call: unknown, position: number, deltas: LLMDelta[]): void {
    if (!isRecord(call)) throw invalidField(call, 'tool_calls', 'a list of calls');
    // The client sends only tools with JSON input.
    if (isRecord(call.custom)) {
      this.#unread.addType('a call', 'custom');
      return;
    }
    this.#hasCalls = true;
    const { index, id } = call;
    const { name, arguments: text } = isRecord(call.function) ? call.function : {};
    deltas.push({
      type: 'tool-call-delta',
      index: this.#whole ? position : typeof index === 'number' ? index : undefined,
      id: typeof id === 'string' ? id : undefined,
      name: typeof name === 'string' ? name : undefined,
      arguments: argumentsText(text),
    });
  }
}

function pushText(
  type: 'text-delta' | 'reasoning-delta',
  text: string | undefined,
  deltas: LLMDelta[],
): void {
  if (text) deltas.push({ type, text });
}

function notAChunk(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError('INVALID_RESPONSE', `The reply is not a chat completion: ${shown}`, {
    blame: 'provider',
    hint: 'Check that the base URL points to a chat completions API (it often ends with /v1).',
  });
}
