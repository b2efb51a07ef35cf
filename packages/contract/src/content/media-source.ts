import { ToolwrightError } from '../errors.js';
import type { AudioPart, FilePart, ImagePart } from '../messages.js';
import { textStart } from '../text.js';
import { fromBase64, toBase64 } from './base64.js';
import { mediaTypeOfName } from './describe-part.js';

/** An `https:` or `data:` URL, bytes, or either with details. */
export type MediaSource =
  | string
  | URL
  | Uint8Array
  | { readonly url: string | URL; readonly mediaType?: string }
  | {
      /** Bytes, or base64 text. */
      readonly data: Uint8Array | string;
      /** The media type, e.g. `image/png`. Default: detected from the first bytes. */
      readonly mediaType?: string;
    };

/** An `https:` or `data:` URL, the bytes of an image file, or either with details. */
export type ImageSource =
  | string
  | URL
  | Uint8Array
  | { readonly url: string | URL; readonly detail?: ImageDetail }
  | {
      /** Bytes, or base64 text. */
      readonly data: Uint8Array | string;
      /** The media type, e.g. `image/png`. Default: detected from the first bytes. */
      readonly mediaType?: string;
      readonly detail?: ImageDetail;
    };

/** The level of detail at which the model examines an image. */
export type ImageDetail = NonNullable<ImagePart['image_url']['detail']>;

/** @throws ToolwrightError `INVALID_MESSAGE` for a value that is not an image */
export function toImagePart(source: ImageSource): ImagePart {
  const { url } = IMAGE.read(source);
  const detail = typeof source === 'object' && 'detail' in source ? source.detail : undefined;
  if (detail !== undefined && !['auto', 'low', 'high'].includes(detail)) {
    throw invalid(`The 'detail' of an image is '${String(detail)}'.`, 'Use auto, low or high.');
  }
  return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } };
}

/** @throws ToolwrightError `INVALID_MESSAGE` for a value that is not audio */
export function toAudioPart(source: MediaSource): AudioPart {
  return { type: 'audio', audio: AUDIO.read(source) };
}

/** @throws ToolwrightError `INVALID_MESSAGE` for a value that is not a file */
export function toFilePart(source: MediaSource, name?: string): FilePart {
  const file = FILE.read(source, name);
  return { type: 'file', file: name === undefined ? file : { ...file, name } };
}

/** Reads sources of one kind of media. */
class SourceReader {
  readonly #noun: string;
  readonly #mediaType: RegExp;
  readonly #formats: string;
  readonly #fallback: string | undefined;

  /**
   * @param noun The noun with its article. @param formats A sentence that lists the recognized formats. @param fallback The
   * media type of unrecognized bytes; if undefined, they are refused.
   */
  constructor(noun: string, mediaType: RegExp, formats: string, fallback?: string) {
    this.#noun = noun;
    this.#mediaType = mediaType;
    this.#formats = formats;
    this.#fallback = fallback;
  }

  read(source: MediaSource, name = ''): { readonly url: string; readonly mediaType?: string } {
    if (typeof source === 'string' || source instanceof URL) return { url: this.#checkUrl(String(source)) };
    if (source instanceof Uint8Array) return { url: this.#toDataUrl(source, undefined, name) };
    if (typeof source !== 'object' || source === null) throw this.#unknown(source);
    if ('data' in source) return { url: this.#toDataUrl(source.data, source.mediaType, name) };
    if (!('url' in source)) throw this.#unknown(source);
    const url = this.#checkUrl(String(source.url));
    const { mediaType } = source;
    return mediaType === undefined || url.startsWith('data:') ? { url } : { url, mediaType };
  }

  #checkUrl(url: string): string {
    const noun = this.#noun;
    if (url.startsWith('data:')) {
      const [, mediaType = ''] = DATA_URL.exec(url) ?? [];
      if (this.#mediaType.test(mediaType)) return url;
      throw invalid(
        `The data URL '${textStart(url, 40)}…' is not a base64 ${nameOf(noun)}.`,
        'Use the format data:image/png;base64,… .',
      );
    }
    if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
    throw invalid(
      `'${textStart(url, 80)}' is not the URL of ${noun}.`,
      'Pass an https: or data: URL, or read the file and pass its bytes.',
    );
  }

  #toDataUrl(data: Uint8Array | string, stated: string | undefined, name: string): string {
    const noun = this.#noun;
    if (typeof data === 'string' ? !BASE64.test(data) : !(data instanceof Uint8Array)) {
      throw invalid(
        `The data of the ${nameOf(noun)} is neither bytes nor base64.`,
        'Pass the bytes of a file.',
      );
    }
    const bytes = typeof data === 'string' ? fromBase64(data) : data;
    if (bytes.length === 0) throw invalid(`The ${nameOf(noun)} is empty.`, 'Check that the file was read.');
    const type = stated ?? findMediaType(bytes) ?? mediaTypeOfName(name) ?? this.#fallback;
    if (type === undefined || !this.#mediaType.test(type)) {
      throw invalid(
        stated === undefined
          ? `The format of the ${nameOf(noun)} cannot be detected from its bytes.`
          : `'${stated}' is not the media type of ${noun}.`,
        `${this.#formats} For other formats, pass { data, mediaType }.`,
      );
    }
    return `data:${type};base64,${toBase64(bytes)}`;
  }

  #unknown(value: unknown): ToolwrightError {
    const got = value === null ? 'null' : `of type ${typeof value}`;
    return invalid(
      `${this.#noun.replace('a', 'A')} must be a URL or bytes, but the value is ${got}.`,
      'Pass a URL, a data URL, bytes, or { data, mediaType }.',
    );
  }
}

/** Matches base64 in both alphabets, with or without padding and line breaks. */
const BASE64 = /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/;

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;charset=[\w-]+)?;base64,[A-Za-z0-9+/]+={0,2}$/i;

const IMAGE = new SourceReader('an image', /^image\/[\w.+-]+$/i, 'PNG, JPEG, GIF and WebP are recognized.');
const AUDIO = new SourceReader(
  'an audio file',
  /^audio\/[\w.+-]+$/i,
  'WAV, MP3, Ogg and FLAC are recognized.',
);
const FILE = new SourceReader(
  'a file',
  /^[\w.+-]+\/[\w.+-]+$/,
  'PDF, image and audio files are recognized.',
  'application/octet-stream',
);

/** Removes the article: `an image` → `image`. */
function nameOf(noun: string): string {
  return noun.replace(/^an? /, '');
}

/** @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
export function findMediaType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  // In a RIFF file, the format follows the size.
  const format = head.startsWith('RIFF') ? head.slice(8) : head;
  return SIGNATURES.find(([start]) => format.startsWith(start))?.[1];
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['WEBP', 'image/webp'],
  ['%PDF-', 'application/pdf'],
  ['WAVE', 'audio/wav'],
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
];

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_MESSAGE', message, { blame: 'developer', hint });
}
