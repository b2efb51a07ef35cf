import { type ImagePart, ToolwrightError, textStart } from '@toolwright/contract';

/** An `https:` or `data:` URL, the bytes of an image file, or either with details. */
export type ImageSource =
  | string
  | URL
  | Uint8Array
  | { readonly url: string | URL; readonly detail?: ImageDetail }
  | {
      /** Bytes, or their base64 form. */
      readonly data: Uint8Array | string;
      /** E.g. `image/png`. Default: read from the first bytes. */
      readonly mediaType?: string;
      readonly detail?: ImageDetail;
    };

/** How closely the model looks at an image. */
export type ImageDetail = NonNullable<ImagePart['image_url']['detail']>;

/** @throws ToolwrightError `INVALID_MESSAGE` for a value that is not an image */
export function toImagePart(source: ImageSource): ImagePart {
  if (typeof source === 'string' || source instanceof URL) return imagePart(checkUrl(String(source)));
  if (source instanceof Uint8Array) return imagePart(toDataUrl(source));
  if (typeof source !== 'object' || source === null) throw notAnImage(source);
  if ('url' in source) return imagePart(checkUrl(String(source.url)), source.detail);
  if ('data' in source) return imagePart(toDataUrl(source.data, source.mediaType), source.detail);
  throw notAnImage(source);
}

function imagePart(url: string, detail?: ImageDetail): ImagePart {
  if (detail !== undefined && !['auto', 'low', 'high'].includes(detail)) {
    throw invalidImage(`The detail of an image is '${String(detail)}'.`, 'Use auto, low or high.');
  }
  return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } };
}

function checkUrl(url: string): string {
  if (url.startsWith('data:')) {
    if (/^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/.test(url)) return url;
    throw invalidImage(
      `The data URL '${textStart(url, 40)}…' is not a base64 image.`,
      'Use the form data:image/png;base64,… .',
    );
  }
  if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
  throw invalidImage(
    `'${textStart(url, 80)}' is not the URL of an image.`,
    'Pass an https: or data: URL. Read a file and pass its bytes.',
  );
}

function toDataUrl(data: Uint8Array | string, mediaType?: string): string {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : data;
  if (bytes.length === 0) throw invalidImage('The image is empty.', 'Check that its file was read.');
  const type = mediaType ?? findMediaType(bytes);
  if (type === undefined || !/^image\/[\w.+-]+$/.test(type)) {
    throw invalidImage(
      mediaType === undefined
        ? 'The format of the image cannot be detected from its bytes.'
        : `'${mediaType}' is not an image.`,
      'PNG, JPEG, GIF and WebP are recognized. For other formats, pass { data, mediaType }.',
    );
  }
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `data:${type};base64,${base64}`;
}

/** @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
function findMediaType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

function notAnImage(value: unknown): ToolwrightError {
  return invalidImage(
    `An image must be a URL or bytes, but it is ${value === null ? 'null' : `of type ${typeof value}`}.`,
    'Pass a URL, a data URL, bytes, or { data, mediaType }.',
  );
}

function invalidImage(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', message, { blame: 'developer', hint });
}
