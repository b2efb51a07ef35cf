import type { JsonSchema, LLMProvider, LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import type { ParsedOutput } from './parsed-output.js';

/** A form that a run's answer must have: how the model is asked for it, and how its answer is read. */
export interface OutputReader {
  /** What the answer is, for messages. */
  readonly name: string;
  /** Undefined where the answer is no JSON, or its schema is not known. */
  readonly schema?: JsonSchema | undefined;
  /** The request with all that makes the model answer in this form. Must not change what it gets. */
  prepare(request: ModelRequest, situation: RequestSituation): ModelRequest;
  /** @throws ToolwrightError `INVALID_OUTPUT` for an answer that the model can correct; anything else ends the run */
  read(answer: Answer): Promise<ParsedOutput>;
  /**
   * What the model is told of an answer that could not be read.
   * @param place where the answer stands in a reply, in words for the model; undefined where the reply is the answer
   */
  correct(error: ToolwrightError, place?: string): string;
}

export interface RequestSituation {
  readonly capabilities: LLMProvider['capabilities'];
  /** Whether the provider's own means carry tool calls, so that the text of a reply is the answer and nothing else. */
  readonly native: boolean;
}

export interface Answer {
  /** The text of the reply, without what belongs to the protocol. */
  readonly text: string;
  readonly response: LLMResponse;
}
