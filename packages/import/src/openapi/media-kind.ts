/** What the values of a media type are. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** Returns the kind of a media type, such as `application/problem+json; charset=utf-8`. */
export function kindOf(mediaType: string): MediaKind {
  const [type = ''] = mediaType.toLowerCase().split(';');
  const plain = type.trim();
  if (plain === '*/*' || /[/+]json$/.test(plain)) return 'json';
  if (plain === 'application/x-www-form-urlencoded') return 'form';
  if (plain.startsWith('multipart/')) return 'multipart';
  return plain.startsWith('text/') || /[/+](?:xml|yaml|x-yaml)$/.test(plain) ? 'text' : 'bytes';
}
