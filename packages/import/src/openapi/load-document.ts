import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { ExactNumber, escapeSegment, formatPath, readJson, setMember } from '@toolwright/json';
import { floatJsonTag, intJsonTag, JSON_SCHEMA, load, mergeTag, type ScalarTagDefinition } from 'js-yaml';
import { readBytes } from '../runtime/send.js';
import { objectsIn } from './objects-in.js';

/** Reads and parses the document at an address: a URL with `file:`, `http:` or `https:`. */
export type LoadDocument = (address: string) => Promise<unknown>;

/** Which documents may be read. */
export interface LoadOptions {
  /** The address of the first document. */
  readonly root: string;
  /** Whether documents may be read from any server, instead of only from that of the first document. */
  readonly allowRemote?: boolean | undefined;
  /** Whether files may be read from any folder, instead of only from that of the first document and those within. */
  readonly allowOutside?: boolean | undefined;
  /** Receives what is doubtful in a document that was read. */
  readonly warn?: (message: string) => void;
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Creates a reader of documents. A document on a server must not refer to files, nor to other servers; a file must not refer to servers.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function createLoader({
  root,
  allowRemote = false,
  allowOutside = false,
  warn = () => undefined,
  fetch: send = fetch,
}: LoadOptions): LoadDocument {
  const first = new URL(root);
  return async (address) => {
    const url = new URL(address);
    const isFile = url.protocol === 'file:';
    if (isFile && first.protocol !== 'file:')
      throw refused(address, 'a document on a server must not refer to files');
    if (!isFile && url.origin !== first.origin && !allowRemote)
      throw refused(address, 'it is on another server; allow that with --allow-remote');
    if (!isFile && !/^https?:$/.test(url.protocol)) throw refused(address, 'only files and HTTP are read');
    try {
      if (!isFile) return parse(decode(await readRemote(url, send, allowRemote)), warn);
      const file = fileURLToPath(url);
      if (!allowOutside && !(await isWithin(file, path.dirname(fileURLToPath(first)))))
        throw new Error('it is outside of the folder of the document; allow that with --allow-outside');
      return parse(decode(await readLocal(file)), warn);
    } catch (error) {
      throw refused(address, errorMessage(error), error);
    }
  };
}

/** The largest document to read. The largest public one has 60 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Whether a file is in a folder, after all links. */
async function isWithin(file: string, folder: string): Promise<boolean> {
  const isInside = (inner: string, outer: string): boolean => {
    const relative = path.relative(outer, inner);
    return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
  };
  return isInside(file, folder) && isInside(await realpath(file), await realpath(folder));
}

async function readLocal(file: string): Promise<Uint8Array> {
  const stats = await stat(file);
  // Pipes and devices may have no end.
  if (!stats.isFile()) throw new Error('it is not a file');
  if (stats.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return readFile(file);
}

async function readRemote(url: URL, send: typeof fetch, allowRemote: boolean): Promise<Uint8Array> {
  const response = await send(url, {
    redirect: allowRemote ? 'follow' : 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
  const bytes = await readBytes(response, MAX_BYTES);
  if (bytes === undefined) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return bytes;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Error('it is UTF-16; save it as UTF-8');
  try {
    // Takes away a mark at the beginning, too.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8');
  }
}

function parse(text: string, warn: (message: string) => void): unknown {
  const read = /^\s*[{[]/.test(text) ? readJson(text) : undefined;
  if (read?.ok === false && read.error.kind === 'depth') throw new Error('it is nested too deeply');
  for (const { path: at } of read?.ok ? read.duplicates : [])
    warn(`the member ${formatPath(at.map(String))} is there twice, and the last one is read`);
  if (read?.ok) return read.isExact ? read.value : withoutExact(read.value, warn);
  try {
    // YAML also has braces. The parser refuses deep nesting.
    return withoutExact(load(text, { schema: YAML }), warn);
  } catch (error) {
    // The message of the format that the text seems to have.
    if (read !== undefined) JSON.parse(text);
    throw error;
  }
}

/** Numbers of YAML that JavaScript would round are kept, as those of JSON are. */
const YAML = JSON_SCHEMA.withTags(mergeTag, [exactly(intJsonTag), exactly(floatJsonTag)]);

function exactly(tag: typeof intJsonTag): ScalarTagDefinition {
  return {
    ...tag,
    resolve: (source, isExplicit, name) => {
      const value = tag.resolve(source, isExplicit, name);
      const read = typeof value === 'number' && source.length > EXACT_DIGITS ? readJson(source) : undefined;
      return read?.ok ? read.value : value;
    },
  };
}

/** Shorter numbers are never rounded. */
const EXACT_DIGITS = 15;

/** Rounds the numbers of a document, and says where. */
function withoutExact(document: unknown, warn: (message: string) => void): unknown {
  for (const [value, pointer] of objectsIn(document)) {
    for (const [name, member] of Object.entries(value)) {
      if (!(member instanceof ExactNumber)) continue;
      const rounded = Number(member.text);
      setMember(value, name, rounded);
      warn(`the number ${member.text} at ${pointer()}/${escapeSegment(name)} is read as ${rounded}`);
    }
  }
  return document;
}

function refused(address: string, reason: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', `Cannot read ${address}: ${reason}.`, {
    blame: 'user',
    hint: 'Check the document and its references.',
    cause,
  });
}
