import { isToolwrightError, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { callbackFailed } from '../base/callbacks.js';
import type { ModelRequest, Reply, ToolCallProtocol, WantedOutput } from '../protocols/tool-call-protocol.js';
import { AnswerRetries } from './answer-retries.js';
import type { Answer, OutputReader } from './output-reader.js';
import type { ReadOutput } from './parsed-output.js';

/** The maximum factor by which truncated answers raise the token limit. */
const MAX_ROOM = 8;

/** Reads the output of a run. Retries invalid answers with a correction, and keeps failed attempts out of the conversation. */
export class OutputTask {
  readonly retries: AnswerRetries;
  readonly #reader: OutputReader;
  /** The current factor for the token limit. */
  #room = 1;
  #isCut = false;
  /** Where in a reply the model was told to write the answer. */
  #place: string | undefined;

  constructor(reader: OutputReader, retries?: number) {
    this.#reader = reader;
    this.retries = new AnswerRetries(retries);
  }

  /** The required answer format, for the protocol. */
  get wanted(): WantedOutput {
    return { schema: this.#reader.schema };
  }

  prepare(request: ModelRequest, protocol: ToolCallProtocol, client: LLMProvider): ModelRequest {
    const { capabilities } = client;
    this.#place = request.answerPlace;
    const prepared = this.#reader.prepare(request, { capabilities, native: protocol.name === 'native' });
    const { maxCompletionTokens } = prepared.options;
    if (maxCompletionTokens === undefined || this.#room === 1) return prepared;
    return {
      ...prepared,
      options: { ...prepared.options, maxCompletionTokens: maxCompletionTokens * this.#room },
    };
  }

  /** Parses the answer, or returns the error to correct. @throws errors that the model did not cause */
  async read(answer: Answer): Promise<{ readonly parsed: ReadOutput } | { readonly error: ToolwrightError }> {
    this.#isCut = answer.response.finishReason === 'length';
    try {
      return { parsed: await this.#reader.read(answer) };
    } catch (error) {
      if (isToolwrightError(error) && error.code === 'INVALID_OUTPUT') return { error };
      throw callbackFailed(`Reading the ${this.#reader.name}`, error);
    }
  }

  /** Writes an output as answer text. @throws for an output that cannot be written */
  write(output: unknown): string {
    return this.#reader.write(output);
  }

  /**
   * Prepares a retry.
   * @throws ToolwrightError `INVALID_OUTPUT` if no retries are left or a retry would not help
   */
  retry(error: ToolwrightError, reply: Reply, mayAsk: boolean): void {
    const { message } = reply;
    this.retries.failures += 1;
    const isRefusal = message?.refusal !== undefined && message.refusal !== null;
    if (isRefusal || !mayAsk || this.retries.isOver) throw this.#giveUp(error);
    if (this.#isCut) this.#room = Math.min(this.#room * 2, MAX_ROOM);
    this.retries.correct(reply, this.#reader.correct(error, this.#place));
  }

  #giveUp(error: ToolwrightError): ToolwrightError {
    const { failures } = this.retries;
    if (failures === 1) return error;
    const message = `No valid ${this.#reader.name} in ${failures} answers. The last error: ${error.message}`;
    return new ToolwrightError('INVALID_OUTPUT', message, { blame: 'model', hint: error.hint, cause: error });
  }
}
