import {
  errorMessage,
  formatCount,
  isJsonObject,
  isRecord,
  isToolwrightError,
  type JsonObject,
  type JsonSchema,
  type ObjectSchema,
  suggestName,
  ToolwrightError,
} from '@toolwright/contract';
import { getDialect, type LockedTool } from '@toolwright/json-schema';
import { countsAtMost, SchemaCompiler, SchemaValidator } from '@toolwright/tools/validation';
import { invalidConfig } from '../invalid-config.js';
import { inSentence } from '../wire/transport.js';
import type { RemoteToolInfo, SharedOptions } from './connect-options.js';
import { limitTexts, MAX_DESCRIPTION } from './foreign-texts.js';
import { findHiddenIn, showText } from './pins/hidden-text.js';
import type { ToolPins } from './pins/tool-pins.js';
import { readRemoteSchema } from './remote-schema/read-remote-schema.js';

/** A server's tool with validated schemas. */
export interface RemoteTool {
  readonly info: RemoteToolInfo;
  readonly idempotent: boolean;
  readonly openWorld: boolean | undefined;
  /** The tool's `_meta`, for programs that display the tool, such as hosts of MCP Apps. */
  readonly meta: JsonObject | undefined;
  readonly parameters: ObjectSchema;
  readonly output: JsonSchema | undefined;
  readonly outputValidator: SchemaValidator | undefined;
  /** The tool as published by the server, for locks. */
  readonly published: LockedTool;
}

interface Selection extends Pick<SharedOptions, 'allow' | 'prefix' | 'maxDescription'> {
  readonly pins?: ToolPins | undefined;
  /** Returns the reason a tool cannot be used in the session, or undefined if it can. */
  readonly findFault?: ((tool: unknown) => string | undefined) | undefined;
}

/** The usable tools of a list, and the reasons the others are unusable. */
export interface RemoteTools {
  readonly tools: readonly RemoteTool[];
  readonly unusable: readonly ToolwrightError[];
  /** Warnings for usable tools with truncated strings. */
  readonly shortened: readonly ToolwrightError[];
  /** The names in `allow` or in the lock that the server does not list. */
  readonly missing: readonly string[];
  /** The names of all listed tools. */
  readonly names: readonly string[];
}

/** Reads the tools that a server listed. An unusable tool does not affect the others. Only examines allowed tools. */
export function readToolList(server: string, listed: readonly unknown[], selection: Selection): RemoteTools {
  const { allow, pins, maxDescription = MAX_DESCRIPTION } = selection;
  const tools: RemoteTool[] = [];
  const unusable: ToolwrightError[] = [];
  const shortened: ToolwrightError[] = [];
  const names = new Set<string>();
  const shapes = new Map<string, string>();
  const attempt = <Result>(read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      if (!isToolwrightError(error)) throw error;
      unusable.push(error);
      return undefined;
    }
  };
  for (const [index, sent] of listed.entries()) {
    const { tool: raw, cut, fault } = limitTexts(Object(sent), maxDescription);
    const info = attempt(() => readInfo(server, raw, index));
    if (info === undefined) continue;
    const isRepeated = names.has(info.name);
    names.add(info.name);
    if (!isAllowed(info, allow)) continue;
    const tool = attempt(() => {
      if (isRepeated) throw invalidTool(server, info.name, 'is listed twice; only the first entry is used');
      const alike = shapes.get(shapeOf(info.name));
      if (alike !== undefined) throw invalidTool(server, info.name, `has a name that looks like '${alike}'`);
      shapes.set(shapeOf(info.name), info.name);
      if (fault !== undefined) throw invalidTool(server, info.name, fault);
      return readTool(server, info, raw, selection);
    });
    if (tool === undefined) continue;
    tools.push(tool);
    if (cut.length > 0) shortened.push(cutTool(server, info.name, cut, maxDescription));
  }
  const wanted = new Set([...(Array.isArray(allow) ? allow : []), ...(pins?.names ?? [])]);
  const missing = [...wanted].filter((name) => !names.has(name));
  return { tools, unusable, shortened, missing, names: [...names] };
}

/** Maps names that look the same to the same string. */
function shapeOf(name: string): string {
  return name.replaceAll(/[I1|]/g, 'l').replaceAll('O', '0');
}

function isAllowed(info: RemoteToolInfo, allow: Selection['allow']): boolean {
  return allow === undefined || (typeof allow === 'function' ? allow(info) : allow.includes(info.name));
}

function readInfo(server: string, raw: unknown, index: number): RemoteToolInfo {
  const { name, title, description, annotations } = Object(raw);
  if (typeof name !== 'string' || name === '') {
    const message = `${server} lists a tool without a name, at position ${index + 1}.`;
    throw new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider' });
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
  raw: Readonly<Record<string, unknown>>,
  { prefix = '', pins, findFault }: Selection,
): RemoteTool {
  const { inputSchema, outputSchema, annotations, _meta } = raw;
  const { idempotentHint, openWorldHint } = Object(annotations);
  const published = publish(server, info, raw);
  pins?.check(server, published);
  const registered = `${prefix}${info.name}`;
  const limit = getDialect('mcp').limits.toolName?.allowed;
  if (limit?.pattern.test(registered) === false) {
    const added = prefix === '' ? '' : ` and the prefix '${prefix}'`;
    throw invalidTool(server, info.name, `cannot be used: its name${added} must be ${limit.words}`);
  }
  const fault = findFault?.(raw);
  if (fault !== undefined) throw invalidTool(server, info.name, fault);
  const read = (schema: unknown, what: string): JsonSchema => {
    if (!isRecord(schema)) throw invalidTool(server, info.name, `has ${what} that is not an object`);
    try {
      return readRemoteSchema(schema);
    } catch (error) {
      throw invalidTool(server, info.name, `has ${what} that cannot be used`, error);
    }
  };
  const parameters = read(inputSchema, 'an input schema');
  if (![parameters.type ?? 'object'].flat().includes('object')) {
    throw invalidTool(server, info.name, 'has an input schema that does not describe an object');
  }
  const output =
    (outputSchema ?? undefined) === undefined ? undefined : read(outputSchema, 'an output schema');
  return {
    info,
    idempotent: idempotentHint === true,
    openWorld: typeof openWorldHint === 'boolean' ? openWorldHint : undefined,
    meta: readMeta(_meta),
    parameters: { ...parameters, type: 'object', properties: parameters.properties ?? {} },
    output,
    outputValidator: output && new SchemaValidator(output, SchemaCompiler.forForeignSchemas()),
    published,
  };
}

/** Reads metadata. Returns undefined if it is too large. */
function readMeta(meta: unknown): JsonObject | undefined {
  return isJsonObject(meta) && countsAtMost(meta, MAX_META) ? meta : undefined;
}

/** The maximum number of values in a tool's metadata. */
const MAX_META = 1_000;

/** Returns the parts of a tool that people and models see, for a lock. */
function publish(
  server: string,
  { name, description }: RemoteToolInfo,
  { title, inputSchema, outputSchema, annotations }: Readonly<Record<string, unknown>>,
): LockedTool {
  const published: LockedTool = {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    description,
    parameters: Object(inputSchema ?? {}),
    ...(isRecord(outputSchema) ? { output: outputSchema } : {}),
    annotations: isRecord(annotations) ? annotations : {},
  };
  const hidden = findHiddenIn(published);
  if (hidden === undefined) return published;
  throw invalidTool(server, name, `has ${hidden.what}, at ${showText(hidden.path) || '/'}`);
}

function invalidTool(server: string, name: string, what: string, cause?: unknown): ToolwrightError {
  const reason = cause === undefined ? '.' : `: ${errorMessage(cause)}`;
  return new ToolwrightError(
    'INVALID_TOOL',
    `The tool '${showText(name)}' of ${inSentence(server)} ${what}${reason}`,
    {
      blame: 'provider',
      hint: 'The other tools can be used. Fix the server, or exclude the tool with `allow`.',
      cause,
    },
  );
}

function cutTool(server: string, name: string, cut: readonly string[], max: number): ToolwrightError {
  const more = cut.length > 3 ? `, and ${cut.length - 3} more` : '';
  const what = `${cut.slice(0, 3).join(', ')}${more}`;
  return new ToolwrightError(
    'INVALID_TOOL',
    `The tool '${showText(name)}' of ${inSentence(server)} contains strings that are too long and were truncated to ${formatCount(max)} characters: ${what}.`,
    { blame: 'provider', hint: 'The tool can be used. Set `maxDescription` to allow longer strings.' },
  );
}

/** Creates the error for names in `allow` that the server does not list when the connection is opened. */
export function notThere(
  server: string,
  missing: readonly string[],
  names: readonly string[],
): ToolwrightError {
  const list = missing.map((name) => `'${name}'`).join(', ');
  return invalidConfig(`${server} has no tool ${list}.`, suggestName(missing[0] ?? '', names));
}
