/** Reads requests from the standard input, and writes the JSON Schemas that the project's Zod makes to the standard output. */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { PATTERNS } from '../read/format-patterns.js';
import type { SchemaAnswer, SchemaRequest } from './zod-schemas.js';

process.stdout.write(JSON.stringify(await answers(JSON.parse(await text(process.stdin)))));

async function answers(requests: readonly SchemaRequest[]): Promise<readonly SchemaAnswer[]> {
  const made: SchemaAnswer[] = [];
  for (const request of requests) made.push(await answer(request));
  return made;
}

async function answer({ code, version, from }: SchemaRequest): Promise<SchemaAnswer> {
  try {
    const z = await loadZod(version, from);
    const schema: unknown = new Function('z', code)(z);
    return { schema: (version === 'v3' ? ofZod3(schema) : ofZod4(schema, z)) as object };
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown') : String(error) };
  }
}

async function loadZod(version: 'v3' | 'v4', from: string): Promise<Zod> {
  const { resolve } = createRequire(from);
  for (const name of [`zod/${version}`, 'zod']) {
    let file: string;
    try {
      file = resolve(name);
    } catch {
      continue; // Only newer releases of Zod have a subpath for each version.
    }
    const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
    // A CommonJS module of Zod's.
    return (loaded.z ?? loaded.default ?? loaded) as Zod;
  }
  throw new Error('Zod is not installed');
}

interface Zod {
  toJSONSchema(schema: unknown, options: object): object;
}

interface Overridden {
  readonly zodSchema: { readonly _zod: { readonly def: ZodDefinition } };
  readonly jsonSchema: Record<string, unknown>;
}

interface ZodDefinition {
  readonly type: string;
  readonly catchall?: unknown;
  readonly rest?: unknown;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[];
}

function ofZod4(schema: unknown, z: Zod): object {
  const override = ({ zodSchema, jsonSchema }: Overridden): void => {
    const { def } = zodSchema._zod;
    if (def.type === 'object' && def.catchall === undefined) jsonSchema.additionalProperties = false;
    if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
    if (def.type === 'intersection') joinObjects(jsonSchema);
    if (def.type === 'tuple') closeTuple(jsonSchema, def.rest != null);
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    const ownPatterns = ['regex', 'starts_with', 'ends_with', 'includes'];
    const hasOwn = def.checks?.some((check) => ownPatterns.includes(check._zod.def.format ?? ''));
    if (jsonSchema.format !== undefined && !hasOwn) delete jsonSchema.pattern;
    Object.assign(jsonSchema, withPattern(jsonSchema));
  };
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
}

/** Zod refuses further elements, although its JSON Schema does not. */
function closeTuple(schema: Record<string, unknown>, hasRest: boolean): void {
  const { prefixItems } = schema;
  if (hasRest || !Array.isArray(prefixItems)) return;
  schema.items = false;
  schema.minItems ??= prefixItems.length;
  schema.maxItems ??= prefixItems.length;
}

/** Joins the closed objects of an intersection, as a tool's arguments are. */
function joinObjects(schema: Record<string, unknown>): void {
  const parts = schema.allOf;
  if (!Array.isArray(parts) || !parts.every((part) => part?.properties !== undefined)) return;
  delete schema.allOf;
  schema.type = 'object';
  schema.properties = Object.assign({}, ...parts.map((part) => part.properties));
  schema.required = parts.flatMap((part) => part.required ?? []);
  schema.additionalProperties = false;
}

function ofZod3(schema: unknown): unknown {
  // The function reads schemas by their structure, of whichever copy of Zod they are.
  const draft7 = zodToJsonSchema(schema as Parameters<typeof zodToJsonSchema>[0], {
    $refStrategy: 'none',
    effectStrategy: 'input',
    pipeStrategy: 'input',
    patternStrategy: 'escape',
  });
  return JSON.parse(JSON.stringify(draft7), (_name, value: unknown) => withPrefixItems(withPattern(value)));
}

/** Writes a format as the pattern that Zod checks, if the format of JSON Schema is another. Zod 3 has durations of its own. */
function withPattern(value: unknown): unknown {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format !== 'time' && format !== 'duration') return value;
  return { ...(value as object), format: undefined, pattern: PATTERNS[format] };
}

/** Writes tuples as draft 2020-12 does. */
function withPrefixItems(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items))
    return value;
  const { items, additionalItems = false, ...rest }: Record<string, unknown> = { ...value };
  return { ...rest, prefixItems: items, items: additionalItems };
}
