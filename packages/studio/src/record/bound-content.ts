import {
  type ContentPart,
  describeMedia,
  type MediaPart,
  parseDataUrl,
  partUrl,
  textStart,
} from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import { boundValue } from './bound-value.js';

/** The maximum size of the images, audio and files of one result or input, in characters of base64. */
export const MAX_MEDIA = 8_000_000;
const MAX_TEXT = 500_000;
const MAX_PARTS = 500;
const MAX_NAME = 300;

/**
 * Copies content for the page, without secrets. Images, audio and files that have no room, and those elsewhere, become a text that names them.
 * @param room the number of base64 characters that are left; what is copied is subtracted
 */
export function boundContent(
  parts: readonly ContentPart[],
  room: { characters: number },
  redaction: Redaction,
): readonly ContentPart[] {
  const shown = parts.slice(0, MAX_PARTS).map((part): ContentPart => {
    // A string stays a string.
    if (part.type === 'text') return textPart(String(boundValue(part.text, MAX_TEXT, redaction).value));
    const { mediaType, base64 } = parseDataUrl(partUrl(part)) ?? {};
    const about = textStart(redaction.redact(describeMedia(part)), 2_000);
    if (mediaType === undefined || base64 === undefined) return textPart(`[${about}]`);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return textPart(`[${about}: not valid base64]`);
    if (base64.length > room.characters) return textPart(`[${about}: too large for Studio to show]`);
    room.characters -= base64.length;
    return withData(part, mediaType, base64, redaction);
  });
  const rest = parts.length - shown.length;
  return rest > 0 ? [...shown, textPart(`[${rest} more parts, which Studio does not show]`)] : shown;
}

/** The types of files that are text, which may hold secrets. */
const TEXT = /^text\/|[/+](?:json|xml|yaml|javascript)$/;

/** Masks the secrets of a text file. Bytes without secrets are not changed. */
function maskedText(base64: string, redaction: Redaction): string {
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const masked = redaction.redact(text);
  return masked === text ? base64 : Buffer.from(masked).toString('base64');
}

function textPart(text: string): ContentPart {
  return { type: 'text', text };
}

function withData(part: MediaPart, mediaType: string, base64: string, redaction: Redaction): MediaPart {
  const data = TEXT.test(mediaType) ? maskedText(base64, redaction) : base64;
  const isPlain = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mediaType);
  const url = `data:${isPlain ? mediaType : 'application/octet-stream'};base64,${data}`;
  if (part.type === 'image_url') return { type: 'image_url', image_url: { url } };
  if (part.type === 'audio') return { type: 'audio', audio: { url } };
  const { name } = part.file;
  return {
    type: 'file',
    file: { url, ...(name !== undefined && { name: redaction.redact(name.slice(0, MAX_NAME)) }) },
  };
}
