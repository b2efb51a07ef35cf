import type { JsonSchema, ToolAnnotations } from '@toolwright/contract';
import { type Dialect, unchanged } from '../dialect.js';
import { MCP_LIMITS } from '../limits/provider-limits.js';
import { mcpOutput } from './mcp-output.js';

export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations?: McpToolAnnotations;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export interface McpToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/**
 * The Model Context Protocol: input schemas are draft 2020-12 as they are, output schemas have an object at the root.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
 */
export const mcpDialect: Dialect<McpTool> = {
  name: 'mcp',
  limits: MCP_LIMITS,
  lower: unchanged,
  decode: (value) => value,
  wireTool: ({ name, description, parameters, output, annotations }) => {
    const hints = hintsOf(annotations);
    return {
      name,
      ...(annotations.title === undefined ? {} : { title: annotations.title }),
      description,
      inputSchema: { ...parameters },
      ...(output === undefined ? {} : { outputSchema: outputSchema(output) }),
      ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
    };
  },
};

function outputSchema(output: JsonSchema): NonNullable<McpTool['outputSchema']> {
  return { ...mcpOutput(output).schema };
}

function hintsOf({ readOnly, destructive, idempotent, openWorld }: ToolAnnotations): McpToolAnnotations {
  return {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
}
