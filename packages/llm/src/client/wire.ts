import type { GenerateOptions, LLMDelta, LLMResponse, Message, ToolSpec } from '@toolwright/contract';
import type { Redactor } from '../faults/redact.js';
import type { ModelFacts } from '../models/model-facts.js';
import type { BatchSource } from '../reply/batched-stream.js';
import type { ReplyRestorer } from '../reply/reply-restorer.js';
import type { AttemptGuard } from './attempt-guard.js';

/** What a caller asks for, before anything is left out. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
}

/** What is to be sent: what the model does not support is gone. */
export interface WireRequest extends ModelRequest {
  /** False: the model cannot see; a note takes the place of each image. */
  readonly images: boolean;
  readonly stream: boolean;
}

/** A request that is ready to be sent, once for each attempt. */
export interface WireCall {
  readonly redact: Redactor;
  /** Turns the reply back into what the canonical schemas describe; undefined where it needs no turning. */
  readonly restorer?: ReplyRestorer | undefined;
  /** Sends it and reads the reply in one piece; releases the guard when it has come. */
  generate(guard: AttemptGuard): Promise<LLMResponse>;
  /** Sends it and opens the stream, whose end releases the guard. */
  stream(guard: AttemptGuard): Promise<BatchSource<LLMDelta>>;
  /**
   * Asked after each reply: the request that goes on where the provider has paused, undefined where the answer is complete. What its
   * reply says of usage and replay counts for the whole answer. Absent where a provider never pauses.
   */
  resume?(): Promise<WireCall | undefined>;
}

/** How one API of one provider is spoken to. */
export interface Wire {
  /** What the model can do through this API. */
  readonly facts: ModelFacts;
  /** Encodes a request and finds where to send it. */
  prepare(request: WireRequest): Promise<WireCall>;
}
