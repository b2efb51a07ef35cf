import { errorMessage, isRecord } from '@toolwright/contract';
import { canonicalHash, canonicalJson } from '@toolwright/json';
import type { ClientSettings } from '@toolwright/llm/testing';
import type { Exchange } from './exchange.js';
import { alone, fileSystem, readText, replaceFile, requireWritable } from './files.js';
import { invalid } from './invalid.js';

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
  #start: number | undefined;
  #isWritable = false;

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

  /** The same number for all models that record this file anew, so that none drops what another recorded. */
  get start(): number {
    this.#start ??= Cassette.next();
    return this.#start;
  }

  /** @throws ToolwrightError `OUTPUT_FAILED` if the file cannot be written; to be asked before a request is paid for */
  requireWritable(): void {
    if (!this.#isWritable) requireWritable(this.file);
    this.#isWritable = true;
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
    alone(this.file, () => this.#write(entry, settings, since));
  }

  #write(entry: Entry, settings: ClientSettings, since: number): void {
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

/** Exchanges as they are written. The file is written after each reply, and none of them changes. */
const printed = new WeakMap<Exchange, string>();

/** With sorted keys, so that the text depends on the content alone. */
function print(settings: ClientSettings, entries: readonly Exchange[]): string {
  const exchanges = entries.map((exchange) => {
    const { request, reply } = exchange;
    const text = printed.get(exchange) ?? sortedText({ check: checkOf(exchange), request, reply }, 4);
    printed.set(exchange, text);
    return `    ${text}`;
  });
  const list = `[\n${exchanges.join(',\n')}\n  ]`;
  return `{\n  "client": ${sortedText(settings, 2)},\n  "exchanges": ${list},\n  "version": ${VERSION}\n}\n`;
}

function sortedText(value: object, indent: number): string {
  const text = JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2);
  return text.replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** Tells changes by hand. */
function checkOf({ request, reply }: Pick<Exchange, 'request' | 'reply'>): string {
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
