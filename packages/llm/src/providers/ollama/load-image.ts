import {
  errorMessage,
  fromBase64,
  type ImagePart,
  isToolwrightError,
  parseDataUrl,
  ToolwrightError,
  textStart,
  toImagePart,
} from '@toolwright/contract';
import type { ClientRuntime } from '../../client/config.js';

/** The limits for fetching an image: its size in bytes and the time in milliseconds. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_MS = 30_000;

/**
 * Loads the bytes of an image from a data URL or from the web, for servers that accept only bytes. It accepts only data that starts
 * like an image, so that an untrusted URL cannot expose any other resource.
 * @throws ToolwrightError `INVALID_MESSAGE`, except on abort, which the request itself reports
 */
export async function loadImage(
  { image_url: { url } }: ImagePart,
  fetch: ClientRuntime['fetch'],
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const data = parseDataUrl(url);
  if (data !== undefined) return fromBase64(data.base64);
  try {
    const bytes = await fetchBytes(url, fetch, signal);
    toImagePart(bytes);
    return bytes;
  } catch (error) {
    // The request itself reports the abort.
    if (signal?.aborted) return new Uint8Array();
    const reason = isToolwrightError(error)
      ? 'it is not a PNG, JPEG, GIF or WebP image'
      : errorMessage(error);
    throw new ToolwrightError(
      'INVALID_MESSAGE',
      `The image at '${textStart(url, 200)}' could not be read: ${reason}.`,
      {
        blame: 'developer',
        hint: 'This provider needs the bytes of images. Check the URL, or load the image yourself and pass its bytes.',
      },
    );
  }
}

async function fetchBytes(url: string, fetch: ClientRuntime['fetch'], signal: AbortSignal | undefined) {
  const timeout = AbortSignal.timeout(MAX_MS);
  const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
