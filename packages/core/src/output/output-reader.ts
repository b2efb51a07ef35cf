import type { JsonSchema, LLMProvider, LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import type { ReadOutput } from './parsed-output.js';

/** The required format of a run's answer: how to request it from the model and how to parse it. */
export interface OutputReader {
  /** The name of the answer, used in messages. */
  readonly name: string;
  /** Undefined if the answer is not JSON or its schema is unknown. */
  readonly schema?: JsonSchema | undefined;
  /** Returns a request for an answer in this format. Must not change the given objects. */
  prepare(request: ModelRequest, situation: RequestSituation): ModelRequest;
  /** @throws ToolwrightError `INVALID_OUTPUT` for an answer that the model can correct; any other error ends the run */
  read(answer: Answer): Promise<ReadOutput>;
  /** Writes an output as answer text. @throws for an output that the schema's codecs refuse or that JSON cannot represent */
  write(output: unknown): string;
  /**
   * Returns the message that tells the model why its answer could not be parsed.
   * @param place where in a reply the answer must be, in words for the model; undefined if the whole reply is the answer
   */
  correct(error: ToolwrightError, place?: string): string;
}

export interface RequestSituation {
  readonly capabilities: LLMProvider['capabilities'];
  /** Whether tool calls go through the provider's API, so that the reply's text contains only the answer. */
  readonly native: boolean;
}

export interface Answer {
  /** The text of the reply, without the protocol's markup. */
  readonly text: string;
  readonly response: LLMResponse;
}
