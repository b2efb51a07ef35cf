import { createHash } from 'node:crypto';
import type { ContentPart, MediaPart } from '@toolwright/contract';
import { storeCorrupt } from '../store-error.js';
import type { RunEndRecord, SessionRecord } from './session-record.js';

/** A shorter address costs less than a reference to it. */
const SHORTEST = 1_000;

/**
 * Stores the bytes of images, files and recordings once in a session: a later record with the same bytes holds their hash. Records are
 * read, and written, in their order.
 */
export class StoredParts {
  /** Addresses by their hashes. */
  readonly #urls = new Map<string, string>();

  /** How many addresses have been stored. */
  get size(): number {
    return this.#urls.size;
  }

  /** Takes over what another one has stored. */
  learn(other: StoredParts): void {
    for (const [sha256, url] of other.#urls) this.#urls.set(sha256, url);
  }

  /** The record as it is stored. */
  pack(record: RunEndRecord): RunEndRecord;
  pack(record: SessionRecord): SessionRecord;
  pack(record: SessionRecord): SessionRecord {
    return mapParts(record, (url) => {
      const sha256 = hashOf(url);
      if (sha256 === undefined) return url;
      if (this.#urls.has(sha256)) return { sha256 };
      this.#urls.set(sha256, String(url));
      return url;
    });
  }

  /** The record as it was before {@link pack}. @throws ToolwrightError `STORE_CORRUPT` */
  unpack(record: SessionRecord): SessionRecord {
    return mapParts(record, (url) => {
      if (typeof url === 'object' && url !== null && 'sha256' in url) {
        const known = this.#urls.get(String(url.sha256));
        if (known !== undefined) return known;
        throw storeCorrupt('A record of the session refers to a file that no earlier record holds.');
      }
      const sha256 = hashOf(url);
      if (sha256 !== undefined) this.#urls.set(sha256, String(url));
      return url;
    });
  }
}

/** Undefined for what is stored as it is. */
function hashOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length < SHORTEST || !url.startsWith('data:')) return undefined;
  return createHash('sha256').update(url).digest('base64url');
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
