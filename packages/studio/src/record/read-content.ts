import { type ContentPart, isRecord } from '@toolwright/contract';

const KINDS = { image_url: 'image', file: 'file', audio: 'audio' } as const;

/**
 * Reads the content of a message in a log. Logs do not contain images, files and recordings: these become texts such as `[image image/png,
 * 300 bytes]`, so that the page loads nothing for them.
 */
export function readContent(value: unknown): string | readonly ContentPart[] {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part: unknown) => ({ type: 'text', text: textOf(part) }));
}

function textOf(part: unknown): string {
  if (!isRecord(part)) return '';
  const { type, text } = part;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) return '[unknown part]';
  const media = part[type];
  const { url, name } = isRecord(media) ? media : {};
  const facts = [
    ...(typeof name === 'string' ? [name] : []),
    ...(typeof url === 'string' ? [url] : []),
    ...(isRecord(url) ? [String(url.mediaType), `${String(url.bytes)} bytes`] : []),
  ];
  return `[${KINDS[type as keyof typeof KINDS]} ${facts.join(', ')}]`; // checked above
}
