import { ToolwrightError } from '../errors.js';
import type { AudioPart, ContentPart, FilePart, ImagePart } from '../messages.js';
import { isContentPart } from './describe-part.js';
import { type ImageSource, type MediaSource, toAudioPart, toFilePart, toImagePart } from './media-source.js';

/** Marks content that a tool returns. Registered, so that two copies of this package recognize each other's content. */
const CONTENT: unique symbol = Symbol.for('toolwright.content');

/** The mark of values created by the helpers below: unmarked data that looks like a part stays data. */
interface Marked {
  readonly [CONTENT]: true;
}

/** An image, created by {@link image}: the result of a tool, or a part of an input. */
export interface ImageContent extends ImagePart, Marked {}
/** A file, created by {@link file}: the result of a tool, or a part of an input. */
export interface FileContent extends FilePart, Marked {}
/** A recording, created by {@link audio}: the result of a tool, or a part of an input. */
export interface AudioContent extends AudioPart, Marked {}
/** Parts, created by {@link content}: the result of a tool, or an input. */
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
 * Creates a recording from its bytes or its URL.
 * @throws ToolwrightError `INVALID_MESSAGE` for a value that is not a recording
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

/** Returns the parts of a value that a helper of this module created; undefined for any other value. */
export function findParts(value: object): readonly ContentPart[] | undefined {
  if (!(CONTENT in value)) return undefined;
  // Only the helpers set the mark.
  const marked = value as object as ContentPart | Content;
  return isList(marked) ? marked : [marked];
}

/** The error for a value that plain JavaScript may pass. */
function notAPart(value: unknown): ToolwrightError {
  const kind = typeof value === 'object' ? (value?.constructor.name ?? 'null') : typeof value;
  return new ToolwrightError(
    'INVALID_MESSAGE',
    `content() takes texts and parts, but got a value of type ${kind}.`,
    {
      blame: 'developer',
      hint: 'Pass bytes through image(…), file(…) or audio(…); a tool may return a Blob as it is.',
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

/** The key of images, files and recordings that belong to a result but not to its data. */
const ATTACHED: unique symbol = Symbol.for('toolwright.attached');

/** Attaches parts to the data of a result: callers get the data, and a model gets both. */
export function attachParts<Value extends object>(value: Value, parts: readonly ContentPart[]): Value {
  return Object.defineProperty(value, ATTACHED, { value: parts });
}

/** The parts that were attached to the data of a result. */
export function findAttached(value: object): readonly ContentPart[] | undefined {
  // Only `attachParts` sets the mark.
  return (value as { readonly [ATTACHED]?: readonly ContentPart[] })[ATTACHED];
}
