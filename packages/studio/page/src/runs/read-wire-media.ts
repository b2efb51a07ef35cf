import { isRecord, type MediaPart, parseDataUrl } from '@toolwright/contract';

/**
 * Reads an image, audio or a file of a request: a data URL (OpenAI), or base64 beside its media type (Anthropic and Gemini). Returns undefined
 * for anything else.
 */
export function readWireMedia(value: unknown): MediaPart | undefined {
  const { mediaType = '', base64 = '' } = parseDataUrl(urlOf(value)) ?? {};
  // A masked secret is no base64.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const url = `data:${mediaType};base64,${base64}`;
  return mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { url } };
}

function urlOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value) || typeof value.data !== 'string') return '';
  const mediaType = value.media_type ?? value.mimeType ?? value.mime_type;
  return typeof mediaType === 'string' ? `data:${mediaType};base64,${value.data}` : '';
}
