import { isRecord, type JsonSchema, ToolwrightError } from '@toolwright/contract';
import { type SourceLoss, SourcePrinter } from '@toolwright/json-schema';
import { partJudge } from '@toolwright/tools/validation';
import { Documents, type Part } from './documents.js';
import { createLoader } from './load-document.js';
import { FILE_NAMES, type PrintedOperation, printClient } from './print-client.js';
import { type ImportNote, textOf } from './read-context.js';
import { readOperations } from './read-operations.js';
import { readSchemes } from './read-security.js';
import { readServer } from './read-server.js';
import { SchemaReader } from './schema-reader.js';
import type { Selection } from './selector.js';

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
  const { names = 'operationId', closed = false } = options;
  const notes: ImportNote[] = [];
  const note = (place: string, message: string): void => void notes.push({ place, message });
  const loader = { ...options, root: address, warn: (message: string) => note(address, message) };
  const documents = new Documents(createLoader(loader));
  await documents.read(address);
  for (const problem of documents.problems) note(address, problem);
  const root: Part = { value: rootOf(documents.root(address), address), base: address };
  const isOld = String(versionOf(root.value)).startsWith('3.0');
  const missing = new Map<string, string>();
  const schemas = new SchemaReader(
    documents,
    isOld,
    (ref, what = 'the reference has no target, and is any value') => missing.set(ref, what),
  );
  const isRemote = (base: string): boolean => /^https?:/i.test(base);
  const addressOf = ({ value, base }: Part, place: string): string | undefined =>
    readServer(value.servers, isRemote(base) ? base : baseUrl, (message) => note(place, message));
  const servers = root.value.servers ?? (isRemote(address) ? [{ url: '/' }] : undefined);
  const baseUrl: string | undefined =
    readServer(servers, isRemote(address) ? address : undefined, (message) => note('servers', message)) ||
    undefined;
  const context = { documents, schemas, note, server: addressOf };
  const operations = readOperations(root, options, context);
  if (root.value.webhooks !== undefined) note('webhooks', 'what the server calls is left out');
  const schemes = readSchemes(root, context);
  const declared = documents.at(root, 'components', 'securitySchemes').value;
  for (const way of new Set(operations.flatMap(({ security }) => security.flat())))
    if (!Object.hasOwn(declared, way))
      note(`security: ${way}`, 'the document does not declare this way to authorize');
  const definitions = schemas.definitions();
  for (const [ref, what] of missing) note(ref, what);
  const printer = new SourcePrinter({
    definitions,
    closed,
    taken: FILE_NAMES,
    isValue: partJudge({ $defs: definitions }),
  });
  const client = {
    title: textOf(documents.at(root, 'info').value.title) || 'Api',
    baseUrl,
    schemes,
    // Of other ways to authorize, the document says nothing that a client can do.
    operations: operations.map(({ security, ...operation }) => ({
      ...operation,
      security: security.map((ways) => ways.filter((way) => schemes.has(way))),
    })),
    names,
  };
  const printed = printClient(client, printer, note);
  return { ...printed, definitions, losses: printer.losses, notes, documents, isOld, closed };
}

/** Returns the version of a document. YAML without quotes has numbers. */
function versionOf({ openapi }: Readonly<Record<string, unknown>>): unknown {
  return typeof openapi === 'number' ? openapi.toFixed(1) : openapi;
}

/** @throws ToolwrightError for what is no OpenAPI 3 */
function rootOf(root: unknown, address: string): Readonly<Record<string, unknown>> {
  const whole = isRecord(root) ? root : {};
  const version = versionOf(whole);
  if (typeof version === 'string' && /^3\.[01](?:\.|$)/.test(version)) return whole;
  const found = version ?? whole.swagger;
  const what = !isRecord(root)
    ? 'is no OpenAPI document'
    : found === undefined
      ? 'has no `openapi` field'
      : `is version ${JSON.stringify(found)}`;
  const hint =
    whole.swagger === undefined
      ? 'Check the address and the version of the document.'
      : 'Convert older documents first, for example with swagger2openapi.';
  const message = `${address} ${what}. Supported: OpenAPI 3.0 and 3.1.`;
  throw new ToolwrightError('INVALID_CONFIG', message, { blame: 'user', hint });
}
