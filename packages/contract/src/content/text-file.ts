import type { FilePart, MediaPart } from '../messages.js';
import { textFromBase64, textToBase64 } from './base64.js';
import { parseDataUrl } from './data-url.js';
import { partMediaType } from './describe-part.js';

/** Whether a part is a text, JSON, XML or YAML file. */
export function isTextFile(part: MediaPart): part is FilePart {
  const mediaType = partMediaType(part) ?? '';
  return part.type === 'file' && /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml)$)/.test(mediaType);
}

/** Returns the text of an inlined text file; undefined for any other part. */
export function textOfFile(part: MediaPart): string | undefined {
  if (!isTextFile(part)) return undefined;
  const data = parseDataUrl(part.file.url);
  return data && textFromBase64(data.base64);
}

/** Returns a copy of an inlined text file with different text. */
export function withFileText(part: FilePart, text: string): FilePart {
  const base64 = textToBase64(text);
  return { ...part, file: { ...part.file, url: `data:${partMediaType(part)};base64,${base64}` } };
}
