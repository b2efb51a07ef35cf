import { createHash } from 'node:crypto';
import type { ContentPart, MediaPart } from '@toolwright/contract';
import { storeCorrupt } from '../store-error.js';
import type { SessionRecord } from './session-record.js';

/** A shorter address costs less than a reference to it. */
const SHORTEST = 1_000;

/**
 * Stores the bytes of images, files and recordings once in a session: a later record with the same bytes holds their hash. Records are
 * read, and written, in their order.
 */
export class StoredParts {
  /** Addresses by their hashes. */
  readonly #urls = new Map<string, string>();

  /** The record as it is stored. */
  pack(record: SessionRecord): SessionRecord {
    return mapParts(record, (url) => {
      if (typeof url !== 'string' || url.length < SHORTEST || !url.startsWith('data:')) return url;
      const sha256 = createHash('sha256').update(url).digest('base64url');
      if (this.#urls.has(sha256)) return { sha256 };
      this.#urls.set(sha256, url);
      return url;
    });
  }

  /** The record as it was before {@link pack}. @throws ToolwrightError `STORE_CORRUPT` */
  unpack(record: SessionRecord): SessionRecord {
    const whole = mapParts(record, (url) => {
      if (typeof url !== 'object' || url === null || !('sha256' in url)) return url;
      const known = this.#urls.get(String(url.sha256));
      if (known === undefined)
        throw storeCorrupt('A record of the session refers to a file that no earlier record holds.');
      return known;
    });
    // Its own files may be referred to.
    this.pack(whole);
    return whole;
  }
}

/** Changes the addresses of all parts of a record; what has none is shared. */
function mapParts(record: SessionRecord, change: (url: unknown) => unknown): SessionRecord {
  const list = (content: readonly ContentPart[]): readonly ContentPart[] =>
    content.map((part) => mapPart(part, change));
  const mapMessages = <Held extends { readonly content: unknown }>(
    messages: readonly Held[],
  ): readonly Held[] =>
    messages.map((message) =>
      // Content is a text or a list of parts.
      Array.isArray(message.content) ? { ...message, content: list(message.content) } : message,
    );
  switch (record.type) {
    case 'run-start':
      return typeof record.input === 'string' ? record : { ...record, input: list(record.input) };
    case 'tool-outcome': {
      const { outcome } = record;
      if (outcome.error !== null || outcome.content === undefined) return record;
      return { ...record, outcome: { ...outcome, content: list(outcome.content) } };
    }
    case 'run-end': {
      const { messages, history } = record;
      return {
        ...record,
        messages: mapMessages(messages),
        ...(history && { history: mapMessages(history) }),
      };
    }
    default:
      return record;
  }
}

function mapPart(part: ContentPart, change: (url: unknown) => unknown): ContentPart {
  if (part.type === 'text') return part;
  const media: { readonly url: string } = Reflect.get(part, part.type);
  const url = change(media.url);
  // Only stored records hold references in place of addresses.
  return url === media.url ? part : ({ ...part, [part.type]: { ...media, url } } as MediaPart);
}
