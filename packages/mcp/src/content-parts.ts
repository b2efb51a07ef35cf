import {
  audio,
  type ContentPart,
  file,
  image,
  isToolwrightError,
  type MediaPart,
  parseDataUrl,
  partMediaType,
  partUrl,
} from '@toolwright/contract';
import type { McpContent, McpResource } from './content.js';

/** Converts a content part to MCP content. */
export function toMcpContent(part: ContentPart): McpContent {
  if (part.type === 'text') return part;
  const url = partUrl(part);
  const name = (part.type === 'file' ? part.file.name : undefined) ?? part.type.replace('_url', '');
  const data = parseDataUrl(url);
  if (data === undefined) return linkTo(part, url, name);
  const { base64, mediaType: mimeType } = data;
  if (part.type === 'image_url') return { type: 'image', data: base64, mimeType };
  if (part.type === 'audio') return { type: 'audio', data: base64, mimeType };
  return {
    type: 'resource',
    resource: { uri: `${ATTACHMENT}${encodeURIComponent(name)}`, mimeType, blob: base64 },
  };
}

/** Converts MCP content from a server to a content part. Invalid media become a line of text. */
export function fromMcpContent(content: McpContent): ContentPart {
  try {
    return readContent(content);
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { type: 'text', text: describeContent(content) };
  }
}

/** Returns the text of text content, or a line that describes other content. */
export function describeContent(part: McpContent): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}: ${part.mimeType}, ${part.data.length} characters of base64]`;
    case 'resource':
      return part.resource.text ?? `[resource: ${part.resource.uri}]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]${part.description ? ` ${part.description}` : ''}`;
  }
}

/** The prefix for the URIs of embedded files. */
const ATTACHMENT = 'attachment:///';

function readContent(content: McpContent): ContentPart {
  switch (content.type) {
    case 'image':
      return image({ data: content.data, mediaType: content.mimeType });
    case 'audio':
      return audio({ data: content.data, mediaType: content.mimeType });
    case 'resource':
      return readResource(content.resource) ?? { type: 'text', text: describeContent(content) };
    default:
      return { type: 'text', text: describeContent(content) };
  }
}

function readResource({ uri, mimeType, blob }: McpResource): ContentPart | undefined {
  if (blob === undefined) return undefined;
  const source = { data: blob, ...(mimeType !== undefined && { mediaType: mimeType }) };
  if (mimeType?.startsWith('image/')) return image(source);
  if (mimeType?.startsWith('audio/')) return audio(source);
  return file(source, nameOf(uri));
}

/** Returns the last path segment of a URI, decoded. */
function nameOf(uri: string): string | undefined {
  const segment = /([^/?#]+)\/?(?:[?#].*)?$/.exec(uri)?.[1];
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return segment; // not percent-encoded
  }
}

function linkTo(part: MediaPart, uri: string, name: string): McpContent {
  const mimeType = partMediaType(part);
  return { type: 'resource_link', uri, name, ...(mimeType !== undefined && { mimeType }) };
}
