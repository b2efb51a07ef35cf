import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { JSON_SCHEMA, load } from 'js-yaml';

/** Reads and parses the document at an address: a URL with `file:`, `http:` or `https:`. */
export type LoadDocument = (address: string) => Promise<unknown>;

/** Which documents may be read. */
export interface LoadOptions {
  /** The address of the first document. */
  readonly root: string;
  /** Whether documents may be read from any server, instead of only from that of the first document. */
  readonly allowRemote?: boolean;
  readonly fetch?: typeof fetch;
}

/**
 * Creates a reader of documents. A document on a server must not refer to files, nor to other servers; a file must not refer to servers.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function createLoader({ root, allowRemote = false, fetch: send = fetch }: LoadOptions): LoadDocument {
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
      return parse(isFile ? await readLocal(fileURLToPath(url)) : await readRemote(url, send, allowRemote));
    } catch (error) {
      throw refused(address, errorMessage(error), error);
    }
  };
}

/** The largest document to read. The largest public one has 60 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

async function readLocal(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
  return readFile(file, 'utf8');
}

async function readRemote(url: URL, send: typeof fetch, allowRemote: boolean): Promise<string> {
  const response = await send(url, {
    redirect: allowRemote ? 'follow' : 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  const plain = text.replace(/^\ufeff/, '');
  return /^\s*[{[]/.test(plain) ? parseJsonOrYaml(plain) : load(plain, { schema: JSON_SCHEMA });
}

function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      // YAML also has braces.
      return load(text, { schema: JSON_SCHEMA });
    } catch {
      throw error;
    }
  }
}

function refused(address: string, reason: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', `Cannot read ${address}: ${reason}.`, {
    blame: 'user',
    hint: 'Check the document and its references.',
    cause,
  });
}
