import { ToolwrightError } from '../errors.js';
import type { AudioPart, ContentPart, FilePart, ImagePart } from '../messages.js';
import { isContentPart } from './describe-part.js';
import { type ImageSource, type MediaSource, toAudioPart, toFilePart, toImagePart } from './media-source.js';

/** Marks content that a tool returns. Uses the global symbol registry, so that copies of this package recognize each other's content. */
const CONTENT: unique symbol = Symbol.for('toolwright.content');

/** The mark of values created by the functions below. Unmarked data that looks like a part is treated as data. */
interface Marked {
  readonly [CONTENT]: true;
}

/** An image created by {@link image}. It can be a tool result or part of an input. */
export interface ImageContent extends ImagePart, Marked {}
/** A file created by {@link file}. It can be a tool result or part of an input. */
export interface FileContent extends FilePart, Marked {}
/** Audio created by {@link audio}. It can be a tool result or part of an input. */
export interface AudioContent extends AudioPart, Marked {}
/** Parts created by {@link content}. They can be a tool result or an input. */
export interface Content extends ReadonlyArray<ContentPart>, Marked {}

/**
 * Creates an image from its bytes or its URL.
 * @throws ToolwrightError `INVALID_MESSAGE` for a value that is not an image
 */
export function image(source: ImageSource): ImageContent {
  return mark(toImagePart(source));
}

/**
 * Creates a file, such as a PDF, from its bytes or its URL.
 * @param name shown to the model; its extension determines the media type if the bytes do not
 * @throws ToolwrightError `INVALID_MESSAGE` for a value that is not a file
 */
export function file(source: MediaSource, name?: string): FileContent {
  return mark(toFilePart(source, name));
}

/**
 * Creates audio from its bytes or its URL.
 * @throws ToolwrightError `INVALID_MESSAGE` for a value that is not audio
 */
export function audio(source: MediaSource): AudioContent {
  return mark(toAudioPart(source));
}

/**
 * Creates content from parts, in the given order; a string becomes a text part.
 * @throws ToolwrightError `INVALID_MESSAGE` for anything else
 */
export function content(...parts: (string | ContentPart | Content)[]): Content {
  return mark(
    parts.flatMap((part): readonly ContentPart[] => {
      if (typeof part === 'string') return [{ type: 'text', text: part }];
      const list = isList(part) ? part : [part];
      if (!list.every(isContentPart)) throw notAPart(part);
      return list;
    }),
  );
}

/** Returns the parts of a value that a function of this module created; undefined for any other value. */
export function findParts(value: object): readonly ContentPart[] | undefined {
  if (!(CONTENT in value)) return undefined;
  // Only the functions of this module set the mark.
  const marked = value as object as ContentPart | Content;
  return isList(marked) ? marked : [marked];
}

/** Creates the error for an invalid value from plain JavaScript. */
function notAPart(value: unknown): ToolwrightError {
  const kind = typeof value === 'object' ? (value?.constructor.name ?? 'null') : typeof value;
  return new ToolwrightError(
    'INVALID_MESSAGE',
    `content() expects strings and parts, not a value of type ${kind}.`,
    {
      blame: 'developer',
      hint: 'Pass bytes through image(…), file(…) or audio(…); a tool may return a Blob directly.',
    },
  );
}

function isList(part: ContentPart | Content): part is Content {
  return Array.isArray(part);
}

/** Adds the mark as a non-enumerable property, so that copies and JSON are plain parts. */
function mark<Value extends object>(value: Value): Value & Marked {
  Object.defineProperty(value, CONTENT, { value: true });
  return value as Value & Marked; // it was just marked
}

/** The key for images, files and audio that belong to a result but not to its data. */
const ATTACHED: unique symbol = Symbol.for('toolwright.attached');

/** Attaches parts to the data of a result: callers receive the data, and a model receives both. */
export function attachParts<Value extends object>(value: Value, parts: readonly ContentPart[]): Value {
  return Object.defineProperty(value, ATTACHED, { value: parts });
}

/** Returns the parts that are attached to the data of a result. */
export function findAttached(value: object): readonly ContentPart[] | undefined {
  // Only `attachParts` sets the mark.
  return (value as { readonly [ATTACHED]?: readonly ContentPart[] })[ATTACHED];
}
