import {
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type ObjectSchema,
  type ToolSpec,
  toolHints,
} from '@toolwright/contract';
import type { DialectDefinition, Loss, WireObject } from '../dialect.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';

export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: WireObject;
  outputSchema?: WireObject;
  annotations?: McpToolAnnotations;
  _meta?: JsonObject;
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
 * The Model Context Protocol. Input schemas are sent unchanged as draft 2020-12. Output schemas have an object at the root.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool
 */
export const mcpDialect: DialectDefinition<McpTool> = {
  limits: {
    toolName: {
      allowed: {
        pattern: /^[A-Za-z0-9._-]{1,128}$/,
        words: '1 to 128 letters, digits, underscores, dots and dashes',
      },
      source: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names',
    },
  },
  wireTool: (spec, inputSchema) => {
    const { name, description, output, annotations } = spec;
    const hints = annotationsOf(spec);
    return {
      name,
      ...(annotations.title === undefined ? {} : { title: annotations.title }),
      description,
      inputSchema,
      ...(output === undefined ? {} : { outputSchema: { ...mcpOutput(output).schema } }),
      ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
      ...(annotations.meta === undefined ? {} : { _meta: annotations.meta }),
    };
  },
};

/**
 * Returns what clients and directories read: every hint that the source states, that codegen proved or that follows. A hint that nobody
 * stated is absent, because the default of the specification would look like a statement. The title is repeated here, where it was before
 * 2025-06-18 and where Anthropic's directory looks for it.
 */
function annotationsOf(spec: ToolSpec): McpToolAnnotations {
  const { title } = spec.annotations;
  const { readOnly, destructive, idempotent, openWorld } = toolHints(spec);
  return {
    ...(title === undefined ? {} : { title }),
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
}

/** How a tool's results are sent over MCP. */
export interface McpOutput {
  readonly schema: ObjectSchema;
  readonly losses: readonly Loss[];
  /** Whether results are not objects and are therefore sent as `{ result }`. */
  readonly isWrapped: boolean;
  readonly encode: (result: JsonValue) => JsonValue;
}

/**
 * Official clients validate results with draft 7, where `items` applies to all elements of a tuple. `items` is therefore omitted if
 * `prefixItems` is present. For a tuple without rest elements, `maxItems` has the same effect.
 * @see https://github.com/modelcontextprotocol/typescript-sdk/blob/main/src/validation/ajv-provider.ts
 */
const OUTPUT: Profile = {
  keywords: 'all',
  optional: 'absent',
  open: 'stays',
  references: 'any',
  cycles: 'any',
  tuples: 'without-items',
};

/**
 * Returns a tool's output schema for MCP, with an object at the root. It is valid in draft 7 and in draft 2020-12.
 * @param output the canonical schema of the result
 */
export function mcpOutput(output: JsonSchema): McpOutput {
  const { $defs, ...result } = output;
  const isWrapped = output.type !== 'object';
  const root: ObjectSchema = isWrapped
    ? {
        type: 'object',
        properties: { result },
        required: ['result'],
        additionalProperties: false,
        ...($defs === undefined ? {} : { $defs }),
      }
    : { ...output, type: 'object', properties: output.properties ?? {} };
  const encode = isWrapped
    ? (value: JsonValue): JsonValue => ({ result: value })
    : (value: JsonValue) => value;
  return { ...lowerSchema(root, OUTPUT), isWrapped, encode };
}
