import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  attachParts,
  type Content,
  content as contentOf,
  type JsonValue,
  ToolwrightError,
} from '@toolwright/contract';
import type { McpContent } from '../content.js';
import { describeContent, fromMcpContent } from '../content-parts.js';
import type { SharedOptions } from './connect-options.js';
import type { RemoteTool } from './remote-tool-list.js';

/**
 * The result of a call: the structured content if there is any, else the content. Images and files become parts, beside structured
 * content as well.
 * @throws ToolwrightError `TOOL_FAILED` for an error of the tool, `INVALID_RESULT` for a result that breaks the tool's schema
 */
export function readCallResult(
  { info, outputValidator }: Pick<RemoteTool, 'info' | 'outputValidator'>,
  { content, structuredContent, isError }: CallToolResult,
  mode: SharedOptions['content'],
): JsonValue | Content {
  if (isError === true) {
    const message = textOf(content) || `'${info.name}' failed without a message.`;
    throw new ToolwrightError('TOOL_FAILED', message, { blame: 'tool' });
  }
  if (outputValidator !== undefined) {
    if (structuredContent === undefined) throw broken(info.name, 'has no structured content');
    const issue = outputValidator.issues(structuredContent)[0];
    if (issue !== undefined) throw broken(info.name, `is invalid: ${issue.message}`);
  }
  const media = content.some(({ type }) => type === 'image' || type === 'audio' || type === 'resource');
  // Beside structured content, `keep` cannot return the parts as data.
  const asParts = structuredContent === undefined ? mode === undefined : mode !== 'describe';
  const parts = asParts && media ? content.map((part) => fromMcpContent(toContent(part))) : [];
  const attached = parts.filter(({ type }) => type !== 'text');
  // Both were parsed from JSON.
  if (structuredContent !== undefined) {
    const value = structuredContent as JsonValue & object;
    return attached.length > 0 ? attachParts(value, attached) : value;
  }
  if (mode === 'keep') return content as JsonValue;
  return attached.length > 0 ? contentOf(...parts) : textOf(content);
}

/** The SDK's types allow a resource both text and bytes. */
function toContent(part: Part): McpContent {
  return part as McpContent;
}

type Part = CallToolResult['content'][number];

function textOf(content: readonly Part[]): string {
  return content.map((part) => describeContent(toContent(part))).join('\n');
}

function broken(name: string, how: string): ToolwrightError {
  return new ToolwrightError(
    'INVALID_RESULT',
    `The result of '${name}' does not match its schema: it ${how}`,
    {
      blame: 'tool',
    },
  );
}
