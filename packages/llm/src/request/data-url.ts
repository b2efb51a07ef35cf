export interface DataUrl {
  /** E.g. `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

/** The parts of a `data:` URL with base64 content; undefined for any other URL. */
export function parseDataUrl(url: string): DataUrl | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const [mediaType, ...parameters] = url.slice('data:'.length, Math.max(comma, 0)).split(';');
  if (comma === -1 || !mediaType || parameters.at(-1) !== 'base64') return undefined;
  return { mediaType: mediaType.toLowerCase(), base64: url.slice(comma + 1) };
}
