import { isRecord, type LLMDelta, ToolwrightError, textStart } from '@toolwright/contract';
import { ErrorReply } from '../../faults/fault.js';
import { GEMINI_ENDS } from '../../reply/end-words.js';
import { refuseErrorFrame } from '../../reply/error-frame.js';
import { parseReply } from '../../reply/parse-reply.js';
import type { ReplyDecoder } from '../../reply/reply-decoder.js';
import { ReplyEnd } from '../../reply/reply-end.js';
import { argumentsText, invalidField, jsonStart, listField, textField } from '../../reply/reply-fields.js';
import { Unread, type Warn } from '../../reply/unread.js';
import { type SignedPart, toReplay } from './replay.js';
import { toUsage } from './to-usage.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Converts the responses of a stream, or a single response, to deltas.
 * @see https://ai.google.dev/api/generate-content#generatecontentresponse
 */
export class ResponseDecoder implements ReplyDecoder {
  readonly #parts: SignedPart[] = [];
  readonly #end = new ReplyEnd(GEMINI_ENDS);
  #calls = 0;
  /** Whether no text or calls were received yet. */
  #empty = true;
  #responseId: string;
  readonly #warn: Warn;
  readonly #unread: Unread;

  /**
   * @param idSeed makes the ids generated for calls unique across responses; the response's own id replaces it
   * @param warn receives warnings about unsupported reply content
   */
  constructor(idSeed: string, warn: Warn = () => undefined) {
    this.#responseId = idSeed;
    this.#warn = warn;
    this.#unread = new Unread(warn);
  }

  get finished(): boolean {
    return this.#end.word !== undefined;
  }

  /** Decodes one event. The stream has no final event: it ends with the body. */
  decodeEvent(data: string, deltas: LLMDelta[]): boolean {
    this.#decode(parseReply(data), deltas);
    return false;
  }

  decodeWhole(body: unknown, deltas: LLMDelta[]): void {
    this.#decode(body, deltas);
    if (!this.finished) throw noCandidate();
  }

  end(): LLMDelta {
    const replay = toReplay(this.#parts);
    return {
      type: 'finish',
      ...this.#end.describe(this.#calls > 0),
      ...(replay !== undefined && { providerData: { google: replay } }),
    };
  }

  #decode(response: unknown, deltas: LLMDelta[]): void {
    if (!isRecord(response)) throw notAResponse(response);
    if (response.error) throw new ErrorReply(undefined, response);
    const { candidates, promptFeedback, usageMetadata, responseId } = response;
    if (typeof responseId === 'string' && responseId !== '') this.#responseId = textStart(responseId, MAX_ID);
    if (isRecord(promptFeedback) && typeof promptFeedback.blockReason === 'string')
      throw blocked(promptFeedback);
    if (!Array.isArray(candidates)) {
      refuseErrorFrame(response);
      if (usageMetadata === undefined) throw notAResponse(response);
    }
    // The client requests one candidate, but `candidateCount` in `extraBody` can request more.
    const [first, ...others]: unknown[] = Array.isArray(candidates) ? candidates : [];
    if (others.length > 0) this.#unread.add('another candidate');
    if (isRecord(first)) this.#decodeCandidate(first, deltas);
    // Each response of a stream reports the total so far, so only the last one is used.
    const usage = this.finished ? toUsage(usageMetadata) : undefined;
    if (usage) deltas.push({ type: 'usage', usage });
  }

  #decodeCandidate({ content, finishReason, finishMessage }: Fields, deltas: LLMDelta[]): void {
    if (isRecord(content)) {
      for (const part of listField(content.parts, 'parts')) {
        if (!isRecord(part)) throw invalidField(part, 'parts', 'a list of objects');
        this.#decodePart(part, deltas);
      }
    } else if (content !== undefined && content !== null) throw invalidField(content, 'content', 'an object');
    if (typeof finishReason !== 'string' || finishReason === '') return;
    // The reply is empty so far, so the request can be retried.
    if (this.#empty && MALFORMED.has(finishReason)) throw malformedCall(finishReason, finishMessage);
    if (typeof finishMessage === 'string' && finishMessage !== '')
      this.#warn(`The provider ended the reply with ${finishReason}: ${textStart(finishMessage, 500)}`);
    this.#end.say(finishReason);
  }

  #decodePart(part: Fields, deltas: LLMDelta[]): void {
    const { text: said, thought, functionCall, thoughtSignature } = part;
    const text = textField(said, 'text');
    const signature = typeof thoughtSignature === 'string' ? { signature: thoughtSignature } : {};
    if (isRecord(functionCall)) {
      this.#empty = false;
      this.#parts.push({ type: 'call', ...signature });
      deltas.push(this.#toCall(functionCall));
    } else if (functionCall !== undefined && functionCall !== null) {
      throw invalidField(functionCall, 'functionCall', 'an object');
    } else if (text !== undefined) {
      if (text !== '') deltas.push({ type: thought === true ? 'reasoning-delta' : 'text-delta', text });
      if (thought !== true) this.#addText(text.length, signature);
      if (thought !== true && text !== '') this.#empty = false;
    } else this.#noteUnread(part);
  }

  #noteUnread(part: Fields): void {
    for (const [member, value] of Object.entries(part)) {
      if (!isRecord(value) || NO_CONTENT.has(member)) continue;
      const isImage = typeof value.mimeType === 'string' && value.mimeType.startsWith('image/');
      const kind = isImage ? 'an image' : OTHER_PARTS.get(member);
      if (kind !== undefined) this.#unread.add(kind);
      else this.#unread.addType('a part', member);
    }
  }

  #toCall({ id, name, args, partialArgs, willContinue }: Fields): LLMDelta {
    const isPiece = willContinue === true || (Array.isArray(partialArgs) && partialArgs.length > 0);
    if (isPiece || typeof name !== 'string' || name === '') throw incompleteCall(name, isPiece);
    const index = this.#calls++;
    // Older models send no ids. Generated ids differ between responses.
    const made = `call_${this.#responseId}_${index}`;
    return {
      type: 'tool-call-delta',
      index,
      id: typeof id === 'string' && id !== '' ? id : made,
      name,
      arguments: argumentsText(args) ?? '{}',
    };
  }

  /** Text without a signature continues the previous text. A signature applies only to its own part. */
  #addText(length: number, signed: { readonly signature?: string }): void {
    const last = this.#parts.at(-1);
    const continues = last?.type === 'text' && last.signature === undefined && signed.signature === undefined;
    if (continues) this.#parts[this.#parts.length - 1] = { type: 'text', length: last.length + length };
    else this.#parts.push({ type: 'text', length, ...signed });
  }
}

/** The maximum length of a response id, which becomes part of each generated call id. */
const MAX_ID = 100;

/** Finish reasons for a call that the provider could not parse. */
const MALFORMED: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'MALFORMED_RESPONSE',
]);

const OTHER_PARTS: ReadonlyMap<string, string> = new Map([
  ['inlineData', 'a file'],
  ['fileData', 'a file'],
  ['executableCode', 'code that the provider ran'],
  ['codeExecutionResult', 'the output of code that the provider ran'],
]);

/** Members with metadata about a part. */
const NO_CONTENT: ReadonlySet<string> = new Set(['videoMetadata', 'partMetadata', 'mediaResolution']);

/** Returns the error for a call without a name, or with arguments in chunks, which are sent only if a request asks for them. */
function incompleteCall(name: unknown, isPiece: boolean): ToolwrightError {
  const message = isPiece
    ? `The reply contains the arguments of a call in chunks: ${jsonStart(name, 80)}.`
    : 'The reply contains a call without a name.';
  return new ToolwrightError('INVALID_RESPONSE', message, {
    blame: 'provider',
    hint: isPiece
      ? 'Remove `streamFunctionCallArguments` from extraBody.'
      : 'None of the calls in the reply were executed. Ask again.',
  });
}

function malformedCall(reason: string, message: unknown): ErrorReply {
  const detail = typeof message === 'string' && message !== '' ? `: ${message}` : '.';
  return new ErrorReply(undefined, {
    message: `The model's function call is malformed (${reason})${detail}`,
  });
}

function blocked({ blockReason, blockReasonMessage }: Fields): ToolwrightError {
  const detail = typeof blockReasonMessage === 'string' ? ` ${blockReasonMessage}` : '';
  return new ToolwrightError(
    'CONTENT_FILTER',
    `google blocked the prompt (${String(blockReason)}).${detail}`,
    {
      blame: 'user',
      hint: 'Rephrase the request: the provider refused its content.',
    },
  );
}

function noCandidate(): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', 'The response contains no candidates.', {
    blame: 'provider',
  });
}

function notAResponse(value: unknown): ToolwrightError {
  const shown = jsonStart(value);
  return new ToolwrightError('INVALID_RESPONSE', `The reply is not a response of the Gemini API: ${shown}`, {
    blame: 'provider',
    hint: "Check that the base URL is that of Google's API.",
  });
}
