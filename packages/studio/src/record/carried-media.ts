import { randomUUID } from 'node:crypto';
import type { ContentPart, MediaPart } from '@toolwright/contract';
import { partUrl } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import { boundContent, MAX_MEDIA } from './bound-content.js';

/** The maximum size of the images, audio and files of a run, in characters of base64. */
const MAX_RUN_MEDIA = 3 * MAX_MEDIA;

/**
 * Carries images, audio and files past a JSON logger, which writes only their size: the events that it gets name them by unguessable texts,
 * and its lines get their data back.
 */
export class CarriedMedia {
  readonly #prefix = `carried-${randomUUID()}-`;
  readonly #redaction: Redaction;
  /** The URLs of the event that is being logged. */
  #urls: string[] = [];
  /** The room that is left, by run. */
  readonly #rooms = new Map<string, number>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** Returns content to log in place of the given one. */
  hold(runId: string, parts: readonly ContentPart[]): readonly ContentPart[] {
    const left = this.#rooms.get(runId) ?? MAX_RUN_MEDIA;
    const room = { characters: Math.min(left, MAX_MEDIA) };
    const before = room.characters;
    const shown = boundContent(parts, room, this.#redaction);
    this.#rooms.set(runId, left - (before - room.characters));
    return shown.map((part) => (part.type === 'text' ? part : named(part, this.#hold(partUrl(part)))));
  }

  /** Puts the held data into a line. */
  fill(line: string): string {
    const urls = this.#urls;
    if (urls.length === 0) return line;
    this.#urls = [];
    return line
      .split(this.#prefix)
      .map((piece, index) => (index === 0 ? piece : piece.replace(/^\d+/, (at) => urls[Number(at)] ?? '')))
      .join('');
  }

  forget(runId: string): void {
    this.#rooms.delete(runId);
  }

  #hold(url: string): string {
    return `${this.#prefix}${this.#urls.push(url) - 1}`;
  }
}

function named(part: MediaPart, url: string): MediaPart {
  switch (part.type) {
    case 'image_url':
      return { ...part, image_url: { ...part.image_url, url } };
    case 'audio':
      return { ...part, audio: { ...part.audio, url } };
    case 'file':
      return { ...part, file: { ...part.file, url } };
  }
}
