import type { GenerateOptions, Message, ToolSpec } from '@toolwright/contract';

/** What a caller asks for, before anything is left out. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
}

/** What is sent: without what the model does not support. */
export interface WireRequest extends ModelRequest {
  /** False: the model does not accept images, and a note takes the place of each. */
  readonly images: boolean;
  readonly stream: boolean;
}

/** What a provider makes the body of a request of. */
export interface BodyParts<Tool> {
  readonly model: string;
  /** Empty if no tools are sent. */
  readonly tools: readonly Tool[];
  /** The options of the call and of the client that the model supports. */
  readonly options: GenerateOptions;
  readonly stream: boolean;
}
