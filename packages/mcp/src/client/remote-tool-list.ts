import { errorMessage, type JsonSchema, type ObjectSchema, ToolwrightError } from '@toolwright/contract';
import { SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';
import type { RemoteToolInfo, SharedOptions } from './connect-options.js';
import { readRemoteSchema } from './remote-schema.js';

/** A server's tool with validated schemas. */
export interface RemoteTool {
  readonly info: RemoteToolInfo;
  readonly idempotent: boolean;
  readonly openWorld: boolean | undefined;
  readonly parameters: ObjectSchema;
  readonly output: JsonSchema | undefined;
  readonly outputValidator: SchemaValidator | undefined;
}

type Selection = Pick<SharedOptions, 'allow'>;

/**
 * Reads the tools that a server listed. Only allowed tools are validated.
 * @throws ToolwrightError `INVALID_RESPONSE` for a tool without a name, `INVALID_TOOL` for an unusable tool, `INVALID_CONFIG` for an
 * unknown name in `allow`
 */
export function readToolList(server: string, listed: readonly unknown[], { allow }: Selection): RemoteTool[] {
  const compiler = new SchemaCompiler();
  const tools = new Map<string, RemoteTool>();
  const names = new Set<string>();
  for (const raw of listed) {
    const info = readInfo(server, raw);
    if (names.has(info.name)) throw invalidTool(server, info.name, 'is listed twice');
    names.add(info.name);
    if (!isAllowed(info, allow)) continue;
    tools.set(info.name, readTool(server, info, Object(raw), compiler));
  }
  const missing = Array.isArray(allow) ? allow.filter((name) => !names.has(name)) : [];
  if (missing.length > 0) throw notThere(server, missing, [...names]);
  return [...tools.values()];
}

function isAllowed(info: RemoteToolInfo, allow: Selection['allow']): boolean {
  return allow === undefined || (typeof allow === 'function' ? allow(info) : allow.includes(info.name));
}

function readInfo(server: string, raw: unknown): RemoteToolInfo {
  const { name, title, description, annotations } = Object(raw);
  if (typeof name !== 'string' || name === '') {
    throw new ToolwrightError('INVALID_RESPONSE', `${server} lists a tool without a name.`, {
      blame: 'provider',
    });
  }
  const { title: hint, readOnlyHint, destructiveHint } = Object(annotations);
  return {
    name,
    title: [title, hint].find((text) => typeof text === 'string'),
    description: typeof description === 'string' ? description : '',
    readOnly: readOnlyHint === true,
    destructive: destructiveHint === true,
  };
}

function readTool(
  server: string,
  info: RemoteToolInfo,
  { inputSchema, outputSchema, annotations }: Readonly<Record<string, unknown>>,
  compiler: SchemaCompiler,
): RemoteTool {
  const { idempotentHint, openWorldHint } = Object(annotations);
  const read = (schema: unknown, what: string): JsonSchema => {
    if (typeof schema !== 'object' || schema === null || Reflect.get(schema, 'type') !== 'object') {
      throw invalidTool(server, info.name, `has ${what} that does not describe an object`);
    }
    try {
      // An object is enough to read its keywords.
      const known = readRemoteSchema(schema as Readonly<Record<string, unknown>>);
      new SchemaValidator(known, compiler).compile();
      return known;
    } catch (error) {
      throw invalidTool(server, info.name, `has ${what} that is refused`, error);
    }
  };
  const parameters = read(inputSchema, 'an input schema');
  const output = outputSchema === undefined ? undefined : read(outputSchema, 'an output schema');
  return {
    info,
    idempotent: idempotentHint === true,
    openWorld: typeof openWorldHint === 'boolean' ? openWorldHint : undefined,
    parameters: { ...parameters, type: 'object', properties: parameters.properties ?? {} },
    output,
    outputValidator: output && new SchemaValidator(output, compiler),
  };
}

function invalidTool(server: string, name: string, what: string, cause?: unknown): ToolwrightError {
  const reason = cause === undefined ? '.' : `: ${errorMessage(cause)}`;
  return new ToolwrightError('INVALID_TOOL', `The tool '${name}' of ${server} ${what}${reason}`, {
    blame: 'provider',
    hint: 'Fix the server, or exclude the tool with `allow`.',
    cause,
  });
}

function notThere(server: string, missing: readonly string[], names: readonly string[]): ToolwrightError {
  const list = missing.map((name) => `'${name}'`).join(', ');
  return new ToolwrightError('INVALID_CONFIG', `${server} has no tool ${list}.`, {
    blame: 'developer',
    hint: `Available: ${names.join(', ') || 'none'}.`,
  });
}
