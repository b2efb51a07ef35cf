import { isRecord, type JsonSchema, ToolwrightError } from '@toolwright/contract';
import { type SourceLoss, SourcePrinter } from '@toolwright/json-schema';
import { partJudge } from '@toolwright/tools/validation';
import type { ImportNote } from './document.js';
import { Documents } from './documents.js';
import { createLoader } from './load-document.js';
import { FILE_NAMES, type PrintedOperation, printClient } from './print-client.js';
import { readOperations, type Selection } from './read-operations.js';
import { readSchemes } from './read-security.js';
import { readServer } from './read-server.js';
import { SchemaReader } from './schema-reader.js';

/** The options of {@link importOpenApi}. */
export interface ImportOptions extends Selection {
  /** Names tools by `operationId` (default), or by method and path. */
  readonly names?: 'operationId' | 'path' | undefined;
  /** Whether objects that do not say so have no other members. Default: false, as in JSON Schema. */
  readonly closed?: boolean | undefined;
  /** Whether documents may be read from any server. */
  readonly allowRemote?: boolean | undefined;
  /** Whether files may be read outside of the folder of the document. */
  readonly allowOutside?: boolean | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** What an import wrote, and what it could not write. */
export interface ImportedClient {
  /** The source of the client. */
  readonly text: string;
  readonly operations: readonly PrintedOperation[];
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** What the document says and the types do not. */
  readonly losses: readonly SourceLoss[];
  /** What had to be read or named in another way than written. */
  readonly notes: readonly ImportNote[];
  /** All documents that were read, the first one first. */
  readonly documents: Documents;
  /** Whether they are 3.0, in which nothing is beside a reference. */
  readonly isOld: boolean;
  readonly closed: boolean;
}

/**
 * Reads an OpenAPI document, 3.0 or 3.1, and prints its operations as classes of tools. Parts that cannot be read are notes.
 * @param address a URL with `file:`, `http:` or `https:`
 * @throws ToolwrightError `INVALID_CONFIG` for a document that cannot be read, or that is no OpenAPI 3
 */
export async function importOpenApi(address: string, options: ImportOptions = {}): Promise<ImportedClient> {
  const { allowRemote, allowOutside, fetch, names = 'operationId', closed = false } = options;
  const warnings: string[] = [];
  const documents = new Documents(
    createLoader({
      root: address,
      warn: (message) => void warnings.push(message),
      ...(allowOutside !== undefined && { allowOutside }),
      ...(allowRemote !== undefined && { allowRemote }),
      ...(fetch !== undefined && { fetch }),
    }),
  );
  await documents.read(address);
  const root = documents.root(address);
  const version = versionOf(root, address);
  const notes: ImportNote[] = [...warnings, ...documents.problems].map((message) => ({
    place: address,
    message,
  }));
  const missing = new Map<string, string>();
  const note = (place: string, message: string): void => void notes.push({ place, message });
  const isOld = version.startsWith('3.0');
  const schemas = new SchemaReader(
    documents,
    isOld,
    (ref, what = 'the reference has no target, and is any value') => missing.set(ref, what),
  );
  const isRemote = (base: string): boolean => /^https?:/i.test(base);
  const servers =
    (isRecord(root) ? root.servers : undefined) ?? (isRemote(address) ? [{ url: '/' }] : undefined);
  const baseUrl =
    readServer(servers, isRemote(address) ? address : undefined, (message) => note('servers', message)) ||
    undefined;
  const server = (given: unknown, base: string, place: string): string | undefined =>
    readServer(given, isRemote(base) ? base : baseUrl, (message) => note(place, message));
  const context = { documents, schemas, note, server };
  const operations = readOperations({ value: root, base: address, pointer: '#' }, options, context);
  if (isRecord(root) && root.webhooks !== undefined) note('webhooks', 'what the server calls is left out');
  const schemes = readSchemes(root, address, context);
  const definitions = schemas.definitions();
  for (const [ref, what] of missing) note(ref, what);
  const printer = new SourcePrinter({
    definitions,
    closed,
    taken: FILE_NAMES,
    isValue: partJudge({ $defs: definitions }),
  });
  const client = {
    title: titleOf(root),
    baseUrl,
    schemes,
    operations: operations.map((operation) => withoutUnknown(operation, schemes)),
    names,
  };
  const printed = printClient(client, printer, note);
  return { ...printed, definitions, losses: printer.losses, notes, documents, isOld, closed };
}

function versionOf(root: unknown, address: string): string {
  const { openapi, swagger }: Record<string, unknown> = isRecord(root) ? root : {};
  // YAML without quotes.
  const version = typeof openapi === 'number' ? openapi.toFixed(1) : openapi;
  if (typeof version === 'string' && /^3\.[01](?:\.|$)/.test(version)) return version;
  const found = version ?? swagger;
  const what = !isRecord(root)
    ? 'is no OpenAPI document'
    : found === undefined
      ? 'has no `openapi` field'
      : `is version ${JSON.stringify(found)}`;
  throw new ToolwrightError('INVALID_CONFIG', `${address} ${what}. Supported: OpenAPI 3.0 and 3.1.`, {
    blame: 'user',
    hint:
      swagger === undefined
        ? 'Check the address and the version of the document.'
        : 'Convert older documents first, for example with swagger2openapi.',
  });
}

function titleOf(root: unknown): string {
  const { info }: Record<string, unknown> = isRecord(root) ? root : {};
  const title: unknown = isRecord(info) ? info.title : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : 'Api';
}

/** Leaves out ways to authorize of which the document says nothing that a client can do. */
function withoutUnknown<Operation extends { readonly security: readonly (readonly string[])[] }>(
  operation: Operation,
  schemes: ReadonlyMap<string, unknown>,
): Operation {
  return {
    ...operation,
    security: operation.security.filter((names) => names.every((name) => schemes.has(name))),
  };
}
