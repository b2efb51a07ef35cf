import { errorMessage, isRecord, randomUuid } from '@toolwright/contract';
import { canonicalHash, canonicalJson } from '@toolwright/json';
import type { Exchange, RecordedClient } from './exchange.js';
import { alone, atExit, fileSystem, readText, replaceFile, requireWritable, warn } from './files.js';
import { invalid } from './invalid.js';
import { MARK } from './mark-secrets.js';

const VERSION = 1;

/** An exchange, and when this process recorded it; 0 for those of the file. */
interface Entry extends Exchange {
  readonly order: number;
}

interface Content {
  readonly settings: RecordedClient;
  readonly exchanges: readonly Exchange[];
  readonly salt: string | undefined;
}

/** The cassettes that this process writes, so that several models can record into the same file. */
const written = new Map<string, Cassette>();
let order = 0;

/** A smaller file is written after each reply. */
const SMALL = 256 * 1024;
/** Larger ones are written so seldom that writing takes a small part of the time. */
const MAX_SHARE = 10;

/** A file with exchanges. Reading and writing are synchronous, so that no write of this process comes between. */
export class Cassette {
  readonly file: string;
  readonly salt: string;
  #settings: RecordedClient | undefined;
  #entries: readonly Entry[];
  #text: string | undefined;
  #start: number | undefined;
  #isWritable = false;
  #isWritten = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = 0;
  /** An error of a later write, for the next request. */
  #failure: unknown;
  /** Ends the recordings of replies that are being read. */
  readonly recordings = new Set<() => void>();

  private constructor(file: string, text: string | undefined) {
    this.file = file;
    this.#text = text;
    const read = text === undefined ? undefined : parse(text, file);
    this.#settings = read?.settings;
    this.salt = read?.salt ?? randomUuid().slice(0, 8);
    this.#entries = (read?.exchanges ?? []).map((exchange) => ({ ...exchange, order: 0 }));
  }

  /** @throws ToolwrightError `INVALID_CASSETTE` for a file that cannot be read */
  static open(given: string): Cassette {
    const file = fileSystem().path.resolve(given);
    const known = written.get(file);
    known?.flush();
    const text = readText(file);
    if (known !== undefined && known.#text === text) return known;
    const cassette = new Cassette(file, text);
    if (written.size === 0) atExit(() => endAll());
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
    this.#throwFailure();
    if (!this.#isWritable) requireWritable(this.file);
    this.#isWritable = true;
  }

  get exists(): boolean {
    return this.#text !== undefined;
  }

  hasSince(order: number): boolean {
    return (this.#entries.at(-1)?.order ?? -1) >= order;
  }

  get settings(): RecordedClient | undefined {
    return this.#settings;
  }

  get exchanges(): readonly Exchange[] {
    return this.#entries;
  }

  /**
   * Adds an exchange. The file is written at once, or soon if it is large.
   * @param since drops exchanges of before this number
   * @throws ToolwrightError `OUTPUT_FAILED`; `INVALID_CASSETTE` if another process has changed the file
   */
  add(entry: Entry, settings: RecordedClient, since: number): void {
    this.#throwFailure();
    const kept = since === 0 ? this.#entries : this.#entries.filter((known) => known.order >= since);
    const isLast = (kept.at(-1)?.order ?? 0) <= entry.order;
    this.#entries = isLast ? [...kept, entry] : [...kept, entry].sort((a, b) => a.order - b.order);
    this.#settings = settings;
    this.#isWritten = false;
    if ((this.#text?.length ?? 0) < SMALL) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushLater(), MAX_SHARE * this.#lastMs).unref();
  }

  /** Writes what was not written yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWritten) return;
    this.#isWritten = true; // a write that fails is not repeated
    const begun = performance.now();
    alone(this.file, () => this.#write());
    this.#lastMs = performance.now() - begun;
  }

  #flushLater(): void {
    try {
      this.flush();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Ends what is recorded and writes it. */
  end(): void {
    for (const stop of this.recordings) stop();
    this.#flushLater();
    this.#throwFailure();
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  #write(): void {
    const settings = this.#settings;
    if (settings === undefined) return;
    if (readText(this.file) !== this.#text)
      throw invalid(this.file, 'another process changed the file while it was recorded');
    const text = print({ settings, exchanges: this.#entries, salt: this.salt });
    replaceFile(this.file, text);
    this.#text = text;
  }
}

/** At the end of the process, when errors can only be shown. */
function endAll(): void {
  for (const cassette of written.values()) {
    try {
      cassette.end();
    } catch (error) {
      warn(errorMessage(error));
    }
  }
}

/** Exchanges as they are written, which do not change. */
const printed = new WeakMap<Exchange, { readonly check: string; readonly text: string }>();

function printExchange(exchange: Exchange): { readonly check: string; readonly text: string } {
  const known = printed.get(exchange);
  if (known !== undefined) return known;
  const { request, reply } = exchange;
  const check = checkOf(exchange);
  const made = { check, text: `    ${sortedText({ check, request, reply }, 4)}` };
  printed.set(exchange, made);
  return made;
}

/** With sorted keys, so that the text depends on the content alone. */
function print({ settings, exchanges, salt }: Content): string {
  const texts = exchanges.map(printExchange);
  const list = `[\n${texts.map(({ text }) => text).join(',\n')}\n  ]`;
  // Only where it is used: other cassettes of the same conversation are equal.
  const written = MARK.test(list) || settings.headers !== undefined ? salt : undefined;
  const check = canonicalHash([settings, texts.map((one) => one.check), written ?? null]).slice(0, 16);
  const saltLine = written === undefined ? '' : `  "salt": "${written}",\n`;
  return `{\n  "check": "${check}",\n  "client": ${sortedText(settings, 2)},\n  "exchanges": ${list},\n${saltLine}  "version": ${VERSION}\n}\n`;
}

function sortedText(value: object, indent: number): string {
  const text = JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2);
  return text.replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** Tells changes by hand. */
function checkOf({ request, reply }: Pick<Exchange, 'request' | 'reply'>): string {
  return canonicalHash([request, reply]).slice(0, 16);
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
  const { client, exchanges, salt } = value;
  if (!isRecord(client) || typeof client.provider !== 'string' || typeof client.model !== 'string')
    throw invalid(file, "'client' has no provider and model");
  if (!Array.isArray(exchanges)) throw invalid(file, "'exchanges' is no list");
  const content = {
    settings: client as unknown as RecordedClient, // createClient checks the rest
    exchanges: exchanges.map((one: unknown, index) => parseExchange(one, index, file)),
    salt: typeof salt === 'string' ? salt : undefined,
  };
  // Also tells members that are there twice, of which JSON keeps the last.
  if (withoutSpace(print({ ...content, salt: content.salt ?? '' })) !== withoutSpace(text))
    throw invalid(file, 'it was edited: exchanges or settings were added, removed or changed');
  return content;
}

/** Of line ends and indentation, which editors change. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
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
