import type { ContentPart } from '@toolwright/contract';

/** A user's content as text. An image is shown by its URL, an inline one by its type and size. */
export function contentText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : imageText(part.image_url.url))).join('\n');
}

const DATA_URL = /^data:([^;,]*)[^,]*,/;

function imageText(url: string): string {
  const inlined = DATA_URL.exec(url);
  if (!inlined) return `[image ${url}]`;
  // Four base64 characters encode three bytes.
  const kilobytes = ((url.length - inlined[0].length) * 0.75) / 1_000;
  return `[image ${inlined[1] || 'of unknown type'}, ${kilobytes.toFixed(1)} kB]`;
}
