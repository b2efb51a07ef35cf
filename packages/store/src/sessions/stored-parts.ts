import { createHash } from 'node:crypto';
import type { ContentPart, MediaPart } from '@toolwright/contract';
import { storeCorrupt } from '../store-error.js';
import type { RunEndRecord, SessionRecord } from './session-record.js';

/** The minimum length of data URLs that are replaced. Shorter ones take less space than a reference. */
const SHORTEST = 1_000;

/**
 * Stores identical images, audio and files of a session only once: later records contain a hash instead of the bytes. Records must be
 * packed and unpacked in order.
 */
export class StoredParts {
  /** Data URLs by their hashes. */
  readonly #urls = new Map<string, string>();

  /** The number of stored data URLs. */
  get size(): number {
    return this.#urls.size;
  }

  /** Adds the data URLs that another instance contains. */
  learn(other: StoredParts): void {
    for (const [sha256, url] of other.#urls) this.#urls.set(sha256, url);
  }

  /** Replaces known data URLs in a record with their hashes. */
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

  /** Restores a record that was packed by {@link pack}. @throws ToolwrightError `STORE_CORRUPT` */
  unpack(record: SessionRecord): SessionRecord {
    return mapParts(record, (url) => {
      if (typeof url === 'object' && url !== null && 'sha256' in url) {
        const known = this.#urls.get(String(url.sha256));
        if (known !== undefined) return known;
        throw storeCorrupt(
          'A record of the session refers to a file that is not contained in any earlier record.',
        );
      }
      const sha256 = hashOf(url);
      if (sha256 !== undefined) this.#urls.set(sha256, String(url));
      return url;
    });
  }
}

/** Returns the hash of a data URL; undefined for a URL that is stored unchanged. */
function hashOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length < SHORTEST || !url.startsWith('data:')) return undefined;
  return createHash('sha256').update(url).digest('base64url');
}

/** Changes the URLs of all media in a record. Returns a record without media unchanged. */
function mapParts(record: SessionRecord, change: (url: unknown) => unknown): SessionRecord {
  const list = (content: readonly ContentPart[]): readonly ContentPart[] =>
    content.map((part) => mapPart(part, change));
  const mapMessages = <Held extends { readonly content: unknown }>(
    messages: readonly Held[],
  ): readonly Held[] =>
    messages.map((message) =>
      // The content is either a string or a list of parts.
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
  // Only stored records contain references in place of URLs.
  return url === media.url ? part : ({ ...part, [part.type]: { ...media, url } } as MediaPart);
}
