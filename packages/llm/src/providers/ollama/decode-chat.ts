import { isRecord, type LLMDelta, type TokenLogprob, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../../faults/fault.js';
import { OLLAMA_ENDS } from '../../reply/end-words.js';
import { refuseErrorFrame } from '../../reply/error-frame.js';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import { ReplyEnd } from '../../reply/reply-end.js';
import { argumentsText, invalidField, jsonStart, listField, textField } from '../../reply/reply-fields.js';
import { toLogprobs } from '../../reply/to-logprobs.js';
import { Unread, type Warn } from '../../reply/unread.js';
import { createUsage } from '../../reply/usage.js';

/**
 * Converts the lines of a stream from Ollama's chat API, or a whole reply, to deltas. Each tool call arrives complete, always with
 * index 0. Older servers send no call ids.
 * @see https://docs.ollama.com/api/chat
 */
export class ChatDecoder implements ReplyDecoder {
  readonly #logprobs: TokenLogprob[] = [];
  readonly #end = new ReplyEnd(OLLAMA_ENDS);
  readonly #unread: Unread;
  #isDone = false;
  #calls = 0;

  /** @param warn receives warnings about unsupported reply content */
  constructor(warn?: Warn) {
    this.#unread = new Unread(warn);
  }

  get finished(): boolean {
    return this.#isDone;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    this.#decode(parseReply(data), deltas);
    return this.finished;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    this.#decode(body, deltas);
    this.#isDone = true;
  }

  end(): LLMDelta {
    return {
      type: 'finish',
      ...this.#end.describe(this.#calls > 0),
      ...(this.#logprobs.length > 0 && { logprobs: this.#logprobs }),
    };
  }

  #decode(chunk: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(chunk)) throw notAChat(chunk);
    if (chunk.error) throw new ErrorReply(undefined, chunk.error);
    const { message, done, done_reason: reason, logprobs } = chunk;
    if (!isRecord(message)) refuseErrorFrame(chunk);
    // The server's other API returns its text in `response`.
    const isAbsent = (message === undefined || message === null) && !chunk.response;
    if (!isRecord(message) && (done !== true || !isAbsent)) throw notAChat(chunk);
    // Image models send images outside `message`.
    const images = isRecord(message) ? (message.images ?? chunk.image) : chunk.image;
    if (typeof images === 'string' || (Array.isArray(images) && images.length > 0))
      this.#unread.add('an image');
    if (isRecord(message)) {
      pushText('reasoning-delta', message.thinking, deltas);
      pushText('text-delta', textField(message.content, 'content'), deltas);
      for (const call of listField(message.tool_calls, 'tool_calls')) {
        this.#decodeCall(call, chunk.created_at, deltas);
      }
    }
    for (const entry of toLogprobs(logprobs)) this.#logprobs.push(entry);
    if (done !== true) return;
    this.#isDone = true;
    if (typeof reason === 'string' && reason !== '') this.#end.say(reason);
    // The server omits `prompt_eval_count` if the prompt was cached.
    const { prompt_eval_count: inputTokens, eval_count: outputTokens } = chunk;
    const usage = createUsage({ inputTokens, outputTokens });
    if (usage) deltas.push({ type: 'usage', usage });
  }

  #decodeCall(call: unknown, createdAt: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(call) || !isRecord(call.function))
      throw invalidField(call, 'tool_calls', 'a list of calls');
    const index = this.#calls++;
    const { name, arguments: values } = call.function;
    deltas.push({
      type: 'tool-call-delta',
      index,
      id: typeof call.id === 'string' && call.id !== '' ? call.id : makeId(createdAt, index),
      name: typeof name === 'string' ? name : undefined,
      arguments: argumentsText(values) ?? '{}',
    });
  }
}

/** Creates a call id that is unique across turns. */
function makeId(createdAt: unknown, index: number): string | undefined {
  return typeof createdAt === 'string'
    ? `call_${createdAt.slice(0, 64).replace(/\W/g, '')}_${index}`
    : undefined;
}

function pushText(type: 'text-delta' | 'reasoning-delta', text: unknown, deltas: LLMDelta[]): void {
  if (typeof text === 'string' && text !== '') deltas.push({ type, text });
}

function notAChat(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `The reply is not a response of Ollama's chat API: ${shown}`,
    {
      blame: 'provider',
      hint: 'Check that the base URL points to an Ollama server, e.g. http://127.0.0.1:11434.',
    },
  );
}
