import {
  type AssistantMessage,
  isRecord,
  type LLMDelta,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { ErrorReply } from '../../faults/fault.js';
import { ANTHROPIC_ENDS } from '../../reply/end-words.js';
import { refuseErrorFrame } from '../../reply/error-frame.js';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import { ReplyEnd } from '../../reply/reply-end.js';
import { invalidField, jsonStart } from '../../reply/reply-fields.js';
import { Unread, type Warn } from '../../reply/unread.js';
import { addUsage } from '../../reply/usage.js';
import { ContentBlocks } from './content-blocks.js';
import { type ReplayPart, toReplay } from './replay.js';
import { toUsage } from './to-usage.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts the events of a streamed message, or a whole message, to deltas.
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export class MessageDecoder implements ReplyDecoder {
  readonly #earlier: MessageDecoder | undefined;
  readonly #blocks: ContentBlocks;
  readonly #unread: Unread;
  #usage: Fields = {};
  readonly #end = new ReplyEnd(ANTHROPIC_ENDS);
  #refusal: string | undefined;
  #started = false;

  /**
   * @param earlier the decoder of the part of the same answer before a pause
   * @param redact redacts replies from MCP servers, which may quote their token
   * @param warn receives warnings about unsupported reply content
   */
  constructor(earlier?: MessageDecoder, redact?: (text: string) => string, warn?: Warn) {
    this.#earlier = earlier;
    this.#unread = new Unread(warn);
    this.#blocks = new ContentBlocks(earlier ? earlier.#parts() : [], redact, this.#unread);
  }

  get finished(): boolean {
    return this.#end.word !== undefined;
  }

  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    const event = parseReply(data);
    if (!isRecord(event)) throw notAMessage(event);
    switch (event.type) {
      case 'error':
        throw new ErrorReply(undefined, event);
      case 'message_start':
        this.#started = true;
        if (isRecord(event.message)) this.#keepUsage(event.message.usage);
        return false;
      case 'content_block_start':
        if (!isRecord(event.content_block))
          throw invalidField(event.content_block, 'content_block', 'an object');
        this.#blocks.start(event.index, event.content_block, deltas);
        return false;
      case 'content_block_delta':
        if (isRecord(event.delta)) this.#blocks.delta(event.index, event.delta, deltas);
        return false;
      case 'message_delta':
        if (isRecord(event.delta)) this.#stop(event.delta);
        this.#keepUsage(event.usage);
        this.#giveUsage(deltas);
        return false;
      case 'message_stop':
        return true;
      case 'ping':
      case 'content_block_stop':
        return false;
      default:
        if (event.error) throw new ErrorReply(undefined, event);
        if (typeof event.type !== 'string' || event.object === 'error') refuseErrorFrame(event);
        // The API may add new events. An unknown event before the start event means that the server speaks another protocol.
        if (!this.#started) throw notAMessage(event);
        this.#unread.addEvent(event);
        return false;
    }
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(body)) throw notAMessage(body);
    if (body.type === 'error' || isRecord(body.error)) throw new ErrorReply(undefined, body);
    if (!Array.isArray(body.content)) throw notAMessage(body);
    for (const [index, block] of body.content.entries()) {
      if (!isRecord(block)) throw invalidField(block, `content[${index}]`, 'an object');
      this.#blocks.start(index, block, deltas);
    }
    this.#stop(body);
    this.#keepUsage(body.usage);
    this.#giveUsage(deltas);
  }

  end(): LLMDelta {
    this.#blocks.checkInputs();
    const replay = toReplay(this.#parts());
    return {
      type: 'finish',
      ...this.#end.describe(this.#blocks.hasCalls),
      ...(this.#refusal !== undefined && { refusal: this.#refusal }),
      ...(replay !== undefined && { providerData: { anthropic: replay } }),
    };
  }

  /** @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn */
  get paused(): AssistantMessage | undefined {
    // The client's tool calls must be answered before the answer can be resumed.
    if (this.#end.word !== 'pause_turn' || this.#blocks.hasCalls) return undefined;
    const replay = toReplay(this.#parts());
    return {
      role: 'assistant',
      content: this.#text(),
      ...(replay !== undefined && { provider_data: { anthropic: replay } }),
    };
  }

  #parts(): ReplayPart[] {
    const earlier = this.#earlier;
    return [...(earlier ? earlier.#parts() : []), ...this.#blocks.parts()];
  }

  #text(): string {
    const earlier = this.#earlier;
    return (earlier ? earlier.#text() : '') + this.#blocks.text;
  }

  #stop({ stop_reason: reason, stop_details: details }: Fields): void {
    if (typeof reason === 'string' && reason !== '') this.#end.say(reason);
    if (reason === 'refusal' && isRecord(details)) {
      const said = [details.explanation, details.category].find((text) => typeof text === 'string');
      if (typeof said === 'string') this.#refusal = said;
    }
  }

  /** Later numbers replace earlier ones, because the API reports totals. */
  #keepUsage(usage: unknown): void {
    if (!isRecord(usage)) return;
    const known = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
  }

  #giveUsage(deltas: LLMDelta[]): void {
    const usage = this.#sum();
    if (usage) deltas.push({ type: 'usage', usage });
  }

  #sum(): Usage | undefined {
    const last = this.#earlier;
    const earlier = last ? last.#sum() : undefined;
    const usage = toUsage(this.#usage);
    return usage && earlier ? addUsage(earlier, usage) : (usage ?? earlier);
  }
}

function notAMessage(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError('INVALID_RESPONSE', `The reply is not a message of the Messages API: ${shown}`, {
    blame: 'provider',
    hint: "Check that the base URL is that of Anthropic's API, without a trailing /v1.",
  });
}
