import { builtInModule, errorMessage, isRecord, randomUuid, ToolwrightError } from '@toolwright/contract';
import { canonicalHash, canonicalJson } from '@toolwright/json';
import type { ClientSettings } from '@toolwright/llm/testing';
import type { Exchange } from './exchange.js';

const VERSION = 1;

/** An exchange, and when this process recorded it; 0 for those of the file. */
interface Entry extends Exchange {
  readonly order: number;
}

/** The cassettes that this process writes, so that several models can record into the same file. */
const written = new Map<string, Cassette>();
let order = 0;

/** A file with exchanges. Reading and writing are synchronous, so that no write of this process comes between. */
export class Cassette {
  readonly file: string;
  #settings: ClientSettings | undefined;
  #entries: readonly Entry[];
  #text: string | undefined;

  private constructor(file: string, text: string | undefined) {
    this.file = file;
    this.#text = text;
    const read = text === undefined ? undefined : parse(text, file);
    this.#settings = read?.settings;
    this.#entries = (read?.exchanges ?? []).map((exchange) => ({ ...exchange, order: 0 }));
  }

  /** @throws ToolwrightError `INVALID_CASSETTE` for a file that cannot be read */
  static open(given: string): Cassette {
    const file = fileSystem().path.resolve(given);
    const text = readText(file);
    const known = written.get(file);
    if (known !== undefined && known.#text === text) return known;
    const cassette = new Cassette(file, text);
    written.set(file, cassette);
    return cassette;
  }

  /** A number for an exchange that begins now: exchanges are written in the order in which they began. */
  static next(): number {
    order += 1;
    return order;
  }

  get exists(): boolean {
    return this.#text !== undefined;
  }

  get settings(): ClientSettings | undefined {
    return this.#settings;
  }

  get exchanges(): readonly Exchange[] {
    return this.#entries;
  }

  /**
   * Adds an exchange and writes the file.
   * @param since drops exchanges of before this number
   * @throws ToolwrightError `OUTPUT_FAILED`; `INVALID_CASSETTE` if another process has changed the file
   */
  add(entry: Entry, settings: ClientSettings, since: number): void {
    if (readText(this.file) !== this.#text)
      throw invalid(this.file, 'another process changed the file while it was recorded');
    const kept = this.#entries.filter((known) => known.order >= since);
    this.#entries = [...kept, entry].sort((a, b) => a.order - b.order);
    this.#settings = settings;
    const text = print(settings, this.#entries);
    replaceFile(this.file, text);
    this.#text = text;
  }
}

function print(settings: ClientSettings, entries: readonly Exchange[]): string {
  const exchanges = entries.map(({ request, reply }) => ({
    check: checkOf({ request, reply }),
    request,
    reply,
  }));
  // Sorted keys, so that the text depends on the content alone.
  const sorted = JSON.parse(canonicalJson({ version: VERSION, client: settings, exchanges }));
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

/** Tells changes by hand. */
function checkOf({ request, reply }: Exchange): string {
  return canonicalHash([request, reply]).slice(0, 16);
}

interface Content {
  readonly settings: ClientSettings;
  readonly exchanges: readonly Exchange[];
}

function parse(text: string, file: string): Content {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(file, `it is not JSON: ${errorMessage(error)}`);
  }
  if (!isRecord(value) || value.version === undefined) throw invalid(file, 'it is no cassette');
  if (value.version !== VERSION)
    throw invalid(file, `it has version ${JSON.stringify(value.version)}, and this is version ${VERSION}`);
  const { client, exchanges } = value;
  if (!isRecord(client) || typeof client.provider !== 'string' || typeof client.model !== 'string')
    throw invalid(file, "'client' has no provider and model");
  if (!Array.isArray(exchanges)) throw invalid(file, "'exchanges' is no list");
  return {
    settings: client as unknown as ClientSettings, // createClient checks the rest
    exchanges: exchanges.map((one: unknown, index) => parseExchange(one, index, file)),
  };
}

function parseExchange(value: unknown, index: number, file: string): Exchange {
  const where = `exchange ${index + 1}`;
  const { request, reply, check } = isRecord(value) ? value : {};
  const isWhole =
    isRecord(request) &&
    typeof request.path === 'string' &&
    isRecord(reply) &&
    typeof reply.status === 'number' &&
    isRecord(reply.headers) &&
    Array.isArray(reply.body) &&
    reply.body.every((part) => typeof part === 'string');
  if (!isWhole) throw invalid(file, `${where} has no request or no reply`);
  const exchange = { request, reply } as unknown as Exchange; // checked, and by the checksum
  if (check !== checkOf(exchange))
    throw invalid(file, `${where} was edited: its content does not match its 'check'`);
  return exchange;
}

/** Not imports: programs with other parts of the test kit are bundled for platforms without files. */
function fileSystem(): { readonly fs: typeof import('node:fs'); readonly path: typeof import('node:path') } {
  const [fs, path] = [builtInModule('fs'), builtInModule('path')];
  if (fs !== undefined && path !== undefined) return { fs, path };
  throw new ToolwrightError('UNSUPPORTED', 'Cassettes need files, which this platform does not have.', {
    blame: 'developer',
  });
}

/** @throws ToolwrightError `INVALID_CASSETTE` for a file that exists and cannot be read */
function readText(file: string): string | undefined {
  try {
    return fileSystem().fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (isRecord(error) && error.code === 'ENOENT') return undefined;
    throw invalid(file, errorMessage(error));
  }
}

/** Atomically: readers see the old file or the new one. */
function replaceFile(file: string, text: string): void {
  const { fs, path } = fileSystem();
  const temporary = `${file}.${randomUuid()}.tmp`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(temporary, text);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw new ToolwrightError('OUTPUT_FAILED', `Cannot write the cassette ${file}: ${errorMessage(error)}`, {
      blame: 'developer',
      cause: error,
    });
  }
}

export function invalid(file: string, reason: string): ToolwrightError {
  return new ToolwrightError('INVALID_CASSETTE', `The cassette ${file} cannot be used: ${reason}.`, {
    blame: 'developer',
    hint: 'Restore the file, or delete it and record it again with TOOLWRIGHT_RECORD=all.',
  });
}
