export interface DataUrl {
  /** The media type, e.g. `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

/** Returns the number of bytes that a base64 string encodes. */
export function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  // Four characters encode three bytes.
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/** Parses a `data:` URL with base64 content; undefined for any other URL. */
export function parseDataUrl(url: string): DataUrl | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const [mediaType, ...parameters] = url.slice('data:'.length, Math.max(comma, 0)).split(';');
  if (comma === -1 || !mediaType || parameters.at(-1) !== 'base64') return undefined;
  return { mediaType: mediaType.toLowerCase(), base64: url.slice(comma + 1) };
}
