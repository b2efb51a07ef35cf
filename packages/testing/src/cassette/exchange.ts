import type { JsonValue } from '@toolwright/contract';

/** A request as it is compared and written: without secrets, host, headers, bytes and generated ids. */
export interface RecordedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** JSON, or text. */
  readonly body: JsonValue;
}

/** A reply as the provider sent it, without secrets. */
export interface RecordedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in parts that end where a line or an event ends. */
  readonly body: readonly string[];
  /** Set if the body is no text. */
  readonly encoding?: 'base64';
}

export interface Exchange {
  readonly request: RecordedRequest;
  readonly reply: RecordedReply;
}
