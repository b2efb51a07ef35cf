import type { JsonValue } from './json.js';

/** A message in the format of OpenAI's chat completions API, so that it can be sent without conversion. */
export type Message = SystemMessage | DeveloperMessage | UserMessage | AssistantMessage | ToolMessage;
/** Who wrote a message. */
export type Role = Message['role'];

/** Instructions for the model. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
  readonly name?: string;
}

/** A system message under the name that newer OpenAI models use. Clients send it as `system` to models that do not support `developer`. */
export interface DeveloperMessage {
  readonly role: 'developer';
  readonly content: string;
  readonly name?: string;
}

/** A user message: a string, or a list of parts. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ContentPart[];
  readonly name?: string;
}

/** A model message: text, tool calls or both. */
export interface AssistantMessage {
  readonly role: 'assistant';
  /** Null if the reply only contains tool calls. */
  readonly content: string | null;
  readonly name?: string;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly ToolCall[];
  /** The model's reasoning, if the provider shows it. Not sent back as text. */
  readonly reasoning?: string;
  /** Data that a provider needs back with this message, such as thought signatures and thinking blocks, by provider name. */
  readonly provider_data?: Readonly<Record<string, JsonValue>>;
}

/** The result of a tool call. */
export interface ToolMessage {
  readonly role: 'tool';
  /** The id of the call that this answers. */
  readonly tool_call_id: string;
  readonly content: string | readonly ContentPart[];
  /**
   * True if the run itself answered in place of a tool (see `ToolCallRecord.byRun`). False if a tool's answer reads like such a message.
   * Not sent to the model.
   */
  readonly byRun?: boolean;
}

/** A tool call as the model wrote it. `arguments` is unparsed text and may be malformed. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A part of a user message or a tool result. */
export type ContentPart = TextPart | MediaPart;

/** A part whose content is given by an `https:` URL, or a `data:` URL with base64 content. */
export type MediaPart = ImagePart | FilePart | AudioPart;

/** A text part. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image part. */
export interface ImagePart {
  readonly type: 'image_url';
  /** `url` is an `https:` URL or a `data:` URL with base64 content. */
  readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' };
}

/** A file part, such as a PDF. */
export interface FilePart {
  readonly type: 'file';
  readonly file: {
    readonly url: string;
    readonly name?: string;
    /** The media type of an `https:` URL; a `data:` URL contains its own. */
    readonly mediaType?: string;
  };
}

/** An audio part. */
export interface AudioPart {
  readonly type: 'audio';
  readonly audio: { readonly url: string; readonly mediaType?: string };
}
