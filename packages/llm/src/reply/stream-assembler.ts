import {
  type AssistantMessage,
  type FinishReason,
  type LLMDelta,
  type LLMResponse,
  type ProviderToolCall,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { ToolCallAssembler } from './tool-call-assembler.js';

/** The maximum length of a reply in characters, about a thousand times the length of real replies. It stops endless streams. */
const MAX_LENGTH = 100_000_000;

export interface AssemblerOptions {
  /**
   * Seeds the ids generated for tool calls if the server sends no ids. Pass a different seed for each response in a conversation, so
   * that equal calls in two turns do not share an id.
   */
  readonly idSeed?: string | undefined;
}

/** Assembles the deltas of one stream into the response that the same request without streaming would return. */
export class StreamAssembler {
  readonly #calls: ToolCallAssembler;
  #hasCalls = false;
  /** The number of characters in text, reasoning and arguments. */
  #length = 0;
  #text = '';
  #reasoning = '';
  readonly #providerCalls: ProviderToolCall[] = [];
  #usage: Usage | undefined;
  #finish: Extract<LLMDelta, { type: 'finish' }> | undefined;

  constructor({ idSeed }: AssemblerOptions = {}) {
    this.#calls = new ToolCallAssembler(idSeed);
  }

  /** @throws ToolwrightError `INVALID_RESPONSE` for a reply of more than 100,000,000 characters */
  add(delta: LLMDelta): void {
    switch (delta.type) {
      case 'text-delta':
        this.#count(delta.text);
        this.#text += delta.text;
        return;
      case 'reasoning-delta':
        this.#count(delta.text);
        this.#reasoning += delta.text;
        return;
      case 'tool-call-delta':
        this.#hasCalls = true;
        this.#count(delta.arguments ?? '');
        this.#calls.add(delta);
        return;
      case 'provider-call':
        this.#providerCalls.push(delta.call);
        return;
      case 'usage':
        this.#usage = delta.usage;
        return;
      case 'finish':
        this.#finish = delta;
        return;
      default:
        delta satisfies never;
    }
  }

  /** The tool calls so far, in the order in which they started. */
  get openCalls(): readonly { readonly name: string; readonly arguments: string }[] {
    return this.#calls.open;
  }

  #count({ length }: string): void {
    this.#length += length;
    if (this.#length > MAX_LENGTH) throw tooLong();
  }

  /** @throws ToolwrightError `STREAM_CUT` without a `finish` delta, since the answer is then incomplete */
  finish(): LLMResponse {
    if (this.#finish === undefined) throw streamCut();
    const { finishReason, rawFinishReason, rejected, refusal, logprobs, providerData, answeredBy } =
      this.#finish;
    const { content = this.#text, reasoning = this.#reasoning } = this.#finish;
    return {
      content: content === '' ? null : content,
      toolCalls: this.#calls.finish(),
      ...(this.#providerCalls.length > 0 && { providerCalls: this.#providerCalls }),
      finishReason: this.#hasCalls && rejected === undefined ? reasonWithCalls(finishReason) : finishReason,
      ...(rawFinishReason !== undefined && { rawFinishReason }),
      ...(rejected !== undefined && { rejected }),
      ...(this.#usage && { usage: this.#usage }),
      ...(reasoning !== '' && { reasoning }),
      ...(refusal !== undefined && { refusal }),
      ...(logprobs && { logprobs }),
      ...(providerData && { providerData }),
      ...(answeredBy && { answeredBy }),
    };
  }
}

/** Reads a stream to its end. @throws ToolwrightError `STREAM_CUT`, and any error that the stream throws */
export async function assemble(
  deltas: AsyncIterable<LLMDelta> | Iterable<LLMDelta>,
  options?: AssemblerOptions,
): Promise<LLMResponse> {
  const assembler = new StreamAssembler(options);
  for await (const delta of deltas) assembler.add(delta);
  return assembler.finish();
}

/** Returns the message that records a response in a conversation. */
export function toAssistantMessage(response: LLMResponse): AssistantMessage {
  const { content, toolCalls, reasoning, refusal, providerData } = response;
  return {
    role: 'assistant',
    content: toolCalls.length === 0 ? (content ?? '') : content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(refusal !== undefined && { refusal }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerData && { provider_data: providerData }),
  };
}

export function streamCut(cause?: unknown): ToolwrightError {
  return new ToolwrightError('STREAM_CUT', 'The stream ended before the answer was complete.', {
    blame: 'provider',
    hint: 'Ask again: the received part is not a complete answer.',
    cause,
  });
}

function tooLong(): ToolwrightError {
  const message = `The reply is longer than ${MAX_LENGTH.toLocaleString('en')} characters.`;
  return new ToolwrightError('INVALID_RESPONSE', message, {
    blame: 'provider',
    hint: "Set 'maxCompletionTokens' to limit the length of replies.",
  });
}

/** Corrects the finish reason of a reply with calls: some servers send `stop` although they request calls. */
function reasonWithCalls(reason: FinishReason): FinishReason {
  return reason === 'stop' || reason === 'other' ? 'tool-calls' : reason;
}
