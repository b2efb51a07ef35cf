import {
  isRecord,
  type LLMDelta,
  type TokenLogprob,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { ErrorReply } from '../../faults/fault.js';
import { CHAT_ENDS, type EndWords } from '../../reply/end-words.js';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import { ReplyEnd } from '../../reply/reply-end.js';
import { argumentsText, invalidField, jsonStart, listField, textField } from '../../reply/reply-fields.js';
import { toLogprobs } from '../../reply/to-logprobs.js';
import { toUsage } from './to-usage.js';

/** How the chunks of a server differ. */
export interface ChunkQuirks {
  /** Reads the member `usage`. Default: in OpenAI's shape. */
  readonly toUsage?: (usage: Readonly<Record<string, unknown>>) => Usage | undefined;
  /** Its words for the end of a reply. Default: those of chat completions. */
  readonly ends?: EndWords;
}

/**
 * Turns chunks of a stream, or one whole completion, into deltas. Only {@link end} returns `finish`, because usage follows the finish
 * reason on the wire.
 */
export class ChunkDecoder implements ReplyDecoder {
  readonly #end: ReplyEnd;
  #refusal = '';
  readonly #logprobs: TokenLogprob[] = [];
  #hasCalls = false;
  #started = false;
  #hasChoice = false;
  /** The reply came in one piece: each call is complete, and its index is ignored. */
  #whole = false;
  readonly #toUsage: NonNullable<ChunkQuirks['toUsage']>;

  constructor(quirks: ChunkQuirks = {}) {
    this.#toUsage = quirks.toUsage ?? toUsage;
    this.#end = new ReplyEnd(quirks.ends ?? CHAT_ENDS);
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
   * @throws ErrorReply if it is an error object; ToolwrightError `INVALID_RESPONSE` if it is not a chunk
   */
  decode(chunk: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(chunk)) throw notAChunk(chunk);
    if (chunk.error !== undefined && chunk.error !== null) throw new ErrorReply(undefined, chunk.error);
    const { choices } = chunk;
    if (Array.isArray(choices)) {
      for (const choice of choices) this.#decodeChoice(choice, deltas);
    } else if (chunk.usage === undefined && !this.#started) {
      throw notAChunk(chunk);
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

  /** Groq reports the usage of a stream, and errors within it, in an extra member. */
  #decodeGroq(data: unknown): unknown {
    if (!isRecord(data)) return undefined;
    if (data.error) throw new ErrorReply(undefined, data.error);
    return data.usage;
  }

  #decodeChoice(choice: unknown, deltas: LLMDelta[]): void {
    // The client requests one answer. Others, from `n` in extraBody, are ignored.
    if (!isRecord(choice) || (typeof choice.index === 'number' && choice.index > 0)) return;
    this.#hasChoice = true;
    const message = choice.delta ?? choice.message;
    if (isRecord(message)) this.#decodeMessage(message, deltas);
    else if (message !== undefined && message !== null) throw invalidField(message, 'message', 'an object');
    if (isRecord(choice.logprobs))
      for (const entry of toLogprobs(choice.logprobs.content)) this.#logprobs.push(entry);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') {
      this.#end.say(choice.finish_reason);
    }
  }

  #decodeMessage(message: Record<string, unknown>, deltas: LLMDelta[]): void {
    const { content, refusal, tool_calls: calls } = message;
    // vLLM and DeepSeek say `reasoning_content`, OpenRouter, Groq and Ollama `reasoning`.
    const reasoning = message.reasoning_content ?? message.reasoning;
    if (typeof reasoning === 'string' && reasoning !== '') {
      deltas.push({ type: 'reasoning-delta', text: reasoning });
    }
    const text = Array.isArray(content) ? content.map(partText).join('') : textField(content, 'content');
    if (text) deltas.push({ type: 'text-delta', text });
    if (typeof refusal === 'string') this.#refusal += refusal;
    // Hot path: most deltas have no tool calls.
    if (calls === undefined) return;
    for (const [position, call] of listField(calls, 'tool_calls').entries()) {
      this.#decodeCall(call, position, deltas);
    }
  }

  #decodeCall(call: unknown, position: number, deltas: LLMDelta[]): void {
    if (!isRecord(call)) throw invalidField(call, 'tool_calls', 'a list of calls');
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

/** Returns the text of a content part. Mistral sends content as a list of parts. */
function partText(part: unknown): string {
  return isRecord(part) && part.type === 'text' ? (textField(part.text, 'text') ?? '') : '';
}

function notAChunk(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError('INVALID_RESPONSE', `The reply is not a chat completion: ${shown}`, {
    blame: 'provider',
    hint: 'Check that the base URL is that of a chat completions API (it often ends in /v1).',
  });
}
