import {
  type ContentPart,
  contentText,
  describeUnknown,
  findMediaType,
  parseDataUrl,
  partUrl,
  type ResourceContents,
  type ResourceSpec,
  ToolwrightError,
  toBase64,
  wellFormed,
} from '@toolwright/contract';
import type { Codec } from '@toolwright/json-schema';
import { toOutcome } from '../result/to-outcome.js';

/**
 * Converts the result of a resource's method to its contents: text unchanged, bytes and content parts as base64, other values as JSON.
 * @throws ToolwrightError `UNKNOWN_RESOURCE` for undefined, `INVALID_RESULT` for a value that JSON cannot represent
 */
export async function readContents(
  { uri, spec }: { readonly uri: string; readonly spec: ResourceSpec },
  value: unknown,
  codec: Codec | undefined,
): Promise<readonly ResourceContents[]> {
  const { meta } = spec.annotations;
  const base = (mimeType: string) => ({
    uri,
    mimeType: spec.mimeType ?? mimeType,
    ...(meta === undefined ? {} : { _meta: meta }),
  });
  if (value === undefined) {
    const { problem } = describeUnknown('Resource', uri, []);
    throw new ToolwrightError('UNKNOWN_RESOURCE', problem, { blame: 'model' });
  }
  if (typeof value === 'string') return [{ ...base('text/plain'), text: wellFormed(value) }];
  const bytes = value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;
  if (bytes instanceof Uint8Array) {
    const stated = value instanceof Blob ? value.type : '';
    const mimeType = stated || findMediaType(bytes) || 'application/octet-stream';
    return [{ ...base(mimeType), blob: toBase64(bytes) }];
  }
  const { result, error, ...parts } = await toOutcome(value, codec);
  if (error !== null) throw new ToolwrightError('INVALID_RESULT', error, { blame: 'tool' });
  const content = 'content' in parts ? parts.content : undefined;
  if (content !== undefined) return content.map((part) => partContents(part, uri, base));
  return [{ ...base('application/json'), text: JSON.stringify(result) }];
}

function partContents(
  part: ContentPart,
  uri: string,
  base: (mimeType: string) => { readonly uri: string; readonly mimeType: string },
): ResourceContents {
  if (part.type === 'text') return { ...base('text/plain'), text: wellFormed(contentText([part])) };
  const data = parseDataUrl(partUrl(part));
  // The resource's declared type applies to its text, not to bytes.
  if (data !== undefined) return { ...base(''), mimeType: data.mediaType, blob: data.base64 };
  throw new ToolwrightError('INVALID_RESULT', `The content of '${uri}' is a URL instead of bytes.`, {
    blame: 'tool',
    hint: 'Fetch the URL and return the bytes.',
  });
}
