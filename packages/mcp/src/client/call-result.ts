import {
  attachParts,
  type Content,
  content as contentOf,
  isRecord,
  type JsonValue,
  ToolwrightError,
} from '@toolwright/contract';
import { showValue } from '@toolwright/tools/validation';
import type { McpContent } from '../content.js';
import { describeContent, fromMcpContent } from '../content-parts.js';
import type { SharedOptions } from './connect-options.js';
import type { RemoteTool } from './remote-tool-list.js';

/** Receives each fault in a result. The tool has run in any case. */
type OnFault = (error: ToolwrightError) => void;

/** How a result is read. */
interface ResultReading {
  readonly content: SharedOptions['content'];
  /** Whether a result that is not what the tool declares is an error: a program reads it, not a model. */
  readonly isExact?: boolean;
}

/**
 * Reads the result of a call: the structured content if it is present and valid, otherwise the content. Images and files always become
 * parts. Because the tool has run, nothing is dropped: unreadable content is passed on as text, followed by a sentence that describes the
 * fault.
 * @param sent the server's response
 * @throws ToolwrightError `TOOL_FAILED` if the tool reports an error, `INVALID_RESULT` for an exact reading, `INVALID_RESPONSE` if the response is not a result
 */
export function readCallResult(
  { info, outputValidator }: Pick<RemoteTool, 'info' | 'outputValidator'>,
  sent: unknown,
  { content: mode, isExact = false }: ResultReading,
  onFault: OnFault = () => undefined,
): JsonValue | Content {
  if (!isRecord(sent)) {
    const message = `The response to the call to '${info.name}' is not a result: ${showValue(sent)}`;
    throw new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider' });
  }
  const { structuredContent, isError } = sent;
  const faults: string[] = [];
  const parts = readParts(sent, faults);
  if (saysError(isError)) {
    const data = repeats(parts, structuredContent) ? '' : textOfData(structuredContent);
    const message = [textOf(parts), data].filter(Boolean).join('\n');
    throw new ToolwrightError('TOOL_FAILED', message || `'${info.name}' failed without a message.`, {
      blame: 'tool',
    });
  }
  const hasData = structuredContent !== undefined && structuredContent !== null;
  const issue =
    hasData || structuredContent === null ? outputValidator?.issues(structuredContent)[0] : undefined;
  // Null counts as structured content only if the schema accepts it.
  const fits = hasData
    ? issue === undefined
    : structuredContent === null && outputValidator !== undefined && !issue;
  if (outputValidator !== undefined && !fits)
    faults.push(
      hasData ? `its structured content is invalid: ${issue?.message.replace(/\.$/, '')}` : MISSING,
    );
  if (faults.length > 0) {
    const message = `The result of '${info.name}' is invalid: ${faults.join('; ')}. The tool has run.`;
    onFault(new ToolwrightError('INVALID_RESULT', message, { blame: 'tool' }));
  }
  // With structured content, `keep` cannot return the parts as data.
  const asParts = fits ? mode !== 'describe' : mode === undefined;
  const attached = asParts
    ? parts
        .filter(isMedia)
        .map(fromMcpContent)
        .filter(({ type }) => type !== 'text')
    : [];
  if (fits) {
    const value = structuredContent as JsonValue; // parsed from JSON
    if (attached.length === 0) return value;
    return attachParts(typeof value === 'object' && value !== null ? value : { result: value }, attached);
  }
  if (mode === 'keep' && faults.length === 0) return (sent.content ?? []) as JsonValue; // parsed from JSON
  const data = hasData && !repeats(parts, structuredContent) ? [textOfData(structuredContent)] : [];
  const notes = [...data, ...faults.map((fault) => `(The tool has run, but ${fault}.)`)];
  const all: McpContent[] = [...parts, ...notes.map((text) => ({ type: 'text' as const, text }))];
  if (isExact && outputValidator !== undefined)
    throw new ToolwrightError('INVALID_RESULT', textOf(all), { blame: 'tool' });
  return attached.length > 0 ? contentOf(...all.map(fromMcpContent)) : textOf(all);
}

/** Whether the error flag is set. Some servers send it as a string or a number. */
function saysError(flag: unknown): boolean {
  return flag === true || flag === 1 || flag === 'true';
}

const MISSING = 'the structured content that it declares is missing';

/** Reads the parts of the content. Converts an unreadable part to a text part with its JSON. */
function readParts(sent: Readonly<Record<string, unknown>>, faults: string[]): McpContent[] {
  const { content, structuredContent, isError, resultType, _meta, ...rest } = sent;
  if (content === undefined || content === null) {
    if (structuredContent !== undefined || Object.keys(rest).length === 0) return [];
    faults.push('it has no content');
    return [{ type: 'text', text: JSON.stringify(rest) }];
  }
  return (Array.isArray(content) ? content : [content]).flatMap((part: unknown, index): McpContent[] => {
    if (isReadable(part)) return splitResource(part);
    faults.push(`part ${index + 1} of its content violates the protocol`);
    return [{ type: 'text', text: typeof part === 'string' ? part : JSON.stringify(part) }];
  });
}

/** A resource contains either text or bytes. Splits a resource with both into two parts. */
function splitResource(part: McpContent): McpContent[] {
  if (part.type !== 'resource') return [part];
  const { text, blob, ...resource } = part.resource;
  if (text === undefined || blob === undefined) return [part];
  return [
    { ...part, resource: { ...resource, text } },
    { ...part, resource: { ...resource, blob } },
  ];
}

function isReadable(part: unknown): part is McpContent {
  if (!isRecord(part)) return false;
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string';
    case 'image':
    case 'audio':
      return typeof part.data === 'string' && typeof part.mimeType === 'string';
    case 'resource': {
      const { uri, text, blob, mimeType } = Object(part.resource);
      const isText = typeof (text ?? '') === 'string' && typeof (blob ?? '') === 'string';
      return typeof uri === 'string' && isText && typeof (mimeType ?? '') === 'string';
    }
    case 'resource_link':
      return typeof part.uri === 'string' && typeof part.name === 'string';
    default:
      return false;
  }
}

function isMedia({ type }: McpContent): boolean {
  return type === 'image' || type === 'audio' || type === 'resource';
}

function textOf(parts: readonly McpContent[]): string {
  return parts.map(describeContent).join('\n');
}

function textOfData(data: unknown): string {
  if (data === undefined || data === null) return '';
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** Whether the content only repeats the structured content as text, which the protocol recommends. */
function repeats(parts: readonly McpContent[], data: unknown): boolean {
  return parts.some((part) => {
    if (part.type !== 'text') return false;
    try {
      return JSON.stringify(JSON.parse(part.text)) === JSON.stringify(data);
    } catch {
      return false; // not JSON
    }
  });
}
