import type { JsonValue } from '@toolwright/contract';
import type { ClientSettings } from '@toolwright/llm/testing';

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
}

export interface Exchange {
  readonly request: RecordedRequest;
  readonly reply: RecordedReply;
}

/** The client whose requests are recorded. */
export interface RecordedClient extends ClientSettings {
  /** A digest of the headers of the caller that are no secrets, such as a tenant's name. */
  readonly headers?: string;
}
