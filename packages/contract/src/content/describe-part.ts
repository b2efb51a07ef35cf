import type { ContentPart, MediaPart } from '../messages.js';
import { base64Bytes, parseDataUrl } from './data-url.js';

/** Returns the URL of a part's content: an `https:` URL, or a `data:` URL. */
export function partUrl(part: MediaPart): string {
  switch (part.type) {
    case 'image_url':
      return part.image_url.url;
    case 'file':
      return part.file.url;
    case 'audio':
      return part.audio.url;
  }
}

/** Returns the media type of a part, such as `image/png`; undefined if it is unknown. */
export function partMediaType(part: MediaPart): string | undefined {
  const url = partUrl(part);
  const data = parseDataUrl(url);
  if (data !== undefined) return data.mediaType;
  const stated = part.type === 'image_url' ? undefined : mediaOf(part).mediaType;
  return stated?.toLowerCase() ?? mediaTypeOfName(URL.canParse(url) ? new URL(url).pathname : '');
}

/** Returns the number of bytes of an inlined part; undefined for a part with an `https:` URL. */
export function partBytes(part: MediaPart): number | undefined {
  const base64 = parseDataUrl(partUrl(part))?.base64;
  return base64 === undefined ? undefined : base64Bytes(base64);
}

/** Describes a part for people and logs, without its bytes: `[image image/png, 1.2 kB]`, `[file report.pdf, application/pdf, 12.0 kB]`. */
export function describePart(part: MediaPart): string {
  return `[${describeMedia(part)}]`;
}

/** Like {@link describePart}, but without brackets. */
export function describeMedia(part: MediaPart): string {
  const kind = part.type === 'image_url' ? 'image' : part.type;
  const name = part.type === 'file' && part.file.name ? `${oneLine(part.file.name)}, ` : '';
  const bytes = partBytes(part);
  if (bytes === undefined) return `${kind} ${name}${partUrl(part)}`;
  return `${kind} ${name}${partMediaType(part)}, ${(bytes / 1_000).toFixed(1)} kB`;
}

/** Puts an untrusted name on one line, so that it cannot look like another line of the message. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Returns content as text: text parts unchanged, other parts described. */
export function contentText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : describePart(part))).join('\n');
}

/** Whether a value from a file or from plain JavaScript is a part. */
export function isContentPart(value: unknown): value is ContentPart {
  if (typeof value !== 'object' || value === null) return false;
  // Checked member by member.
  const part = value as Partial<Record<'type' | 'text' | 'image_url' | 'file' | 'audio', unknown>>;
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string';
    case 'image_url':
    case 'file':
    case 'audio': {
      const media = part[part.type];
      return typeof media === 'object' && media !== null && 'url' in media && typeof media.url === 'string';
    }
    default:
      return false;
  }
}

/** Finds the media type by the extension of a name or path; undefined if the extension is unknown. */
export function mediaTypeOfName(name: string): string | undefined {
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : MEDIA_TYPES.get(extension);
}

function mediaOf(part: Exclude<MediaPart, { type: 'image_url' }>): { readonly mediaType?: string } {
  return part.type === 'file' ? part.file : part.audio;
}

/** @see https://www.iana.org/assignments/media-types/media-types.xhtml */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['pdf', 'application/pdf'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['rtf', 'application/rtf'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['aac', 'audio/aac'],
  ['m4a', 'audio/mp4'],
]);
