/** What the values of a media type are. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/**
 * Returns the kind of a media type, such as `application/problem+json; charset=utf-8`, or of a range such as `text/*`.
 * @param isBinary whether the value is bytes, which a range may hold as well as JSON or texts
 */
export function kindOf(mediaType: string, isBinary = false): MediaKind {
  const plain = plainType(mediaType);
  if (isBinary && plain.endsWith('/*') && !plain.startsWith('multipart/')) return 'bytes';
  if (plain === '*/*' || plain === 'application/*' || /[/+]json$/.test(plain)) return 'json';
  if (plain === 'application/x-www-form-urlencoded') return 'form';
  if (plain.startsWith('multipart/')) return 'multipart';
  return plain.startsWith('text/') || /[/+](?:xml|yaml|x-yaml)$/.test(plain) ? 'text' : 'bytes';
}

/** Returns the media type that a body is sent with: the given one, unless it is a range, or a kind of form that is not written. */
export function sentType(mediaType: string, kind: MediaKind): string {
  return kind === 'multipart' || mediaType.includes('*') ? SENT[kind] : mediaType;
}

const SENT: Readonly<Record<MediaKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  bytes: 'application/octet-stream',
};

/** Whether a media type is another one, or within a range such as `image/*`. */
export function isWithin(mediaType: string, range: string): boolean {
  const [plain, wanted] = [plainType(mediaType), plainType(range)];
  return (
    wanted === '*/*' || plain === wanted || (wanted.endsWith('/*') && plain.startsWith(wanted.slice(0, -1)))
  );
}

/** Says what the platform's `fetch` refuses to send; undefined for all other requests. */
export function unsentBy(method: string, hasBody: boolean): string | undefined {
  if (method === 'TRACE') return 'fetch sends no TRACE';
  return hasBody && (method === 'GET' || method === 'HEAD')
    ? `fetch sends no body with ${method}`
    : undefined;
}

function plainType(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';');
  return type.trim();
}
