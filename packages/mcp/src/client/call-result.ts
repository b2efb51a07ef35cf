import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type JsonValue, ToolwrightError } from '@toolwright/contract';
import type { SharedOptions } from './connect-options.js';
import type { RemoteTool } from './remote-tool-list.js';

/**
 * The result of a call: the structured content if there is any, else the text, else all parts.
 * @throws ToolwrightError `TOOL_FAILED` for an error of the tool, `INVALID_RESULT` for a result that breaks the tool's schema
 */
export function readCallResult(
  { info, outputValidator }: RemoteTool,
  { content, structuredContent, isError }: CallToolResult,
  mode: SharedOptions['content'],
): JsonValue {
  if (isError === true) {
    const message = textOf(content) || `'${info.name}' failed without a message.`;
    throw new ToolwrightError('TOOL_FAILED', message, { blame: 'tool' });
  }
  if (outputValidator !== undefined) {
    if (structuredContent === undefined) throw broken(info.name, 'has no structured content');
    const issue = outputValidator.issues(structuredContent)[0];
    if (issue !== undefined) throw broken(info.name, `is invalid: ${issue.message}`);
  }
  // Both were parsed from JSON.
  if (structuredContent !== undefined) return structuredContent as JsonValue;
  return mode === 'keep' ? (content as JsonValue) : textOf(content);
}

type Part = CallToolResult['content'][number];

function textOf(content: readonly Part[]): string {
  return content.map(describe).join('\n');
}

function describe(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type}: ${part.mimeType}, ${part.data.length} characters of base64]`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[resource: ${part.resource.uri}]`;
    case 'resource_link':
      return `[${part.name}: ${part.uri}]`;
  }
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
