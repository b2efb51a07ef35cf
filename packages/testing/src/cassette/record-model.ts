import { environment, errorMessage, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import {
  type ClientRuntime,
  type ClientSettings,
  type ProviderClient,
  secretValues,
} from '@toolwright/llm/testing';
import {
  createRedaction,
  type Redaction,
  type RedactionOptions,
  type RedactRules,
} from '@toolwright/redaction';
import { digestHeaders } from './caller-headers.js';
import { Cassette } from './cassette.js';
import type { Exchange, RecordedClient } from './exchange.js';
import { staleCassette } from './explain-stale.js';
import { warn } from './files.js';
import { invalid } from './invalid.js';
import { recordReply, toResponse } from './record-reply.js';
import { recordRequest, redactQuery } from './record-request.js';
import { Replies } from './replies.js';

/**
 * What to do with requests: `none` sends none, `new` sends those that the cassette does not have, and `all` sends all and drops what was
 * recorded before.
 */
export type RecordMode = 'new' | 'all' | 'none';

/** Options of {@link replayModel}. */
export interface ReplayOptions {
  /** Whether a request that is made more often than it was recorded gets the last reply again. Default: false. */
  readonly repeat?: boolean | undefined;
  /** Member names and patterns of secrets to remove, besides those that are always removed. Must equal those of the recording. */
  readonly redact?: RedactRules | undefined;
}

/** Options of {@link recordModel}. */
export interface RecordOptions extends ReplayOptions {
  /** Default: `TOOLWRIGHT_RECORD`; without it, `none` in CI (`CI` is set) and `new` elsewhere. */
  readonly record?: RecordMode | undefined;
  /** Environment variables: settings, and values of secrets to remove. Default: `process.env`. */
  readonly env?: ClientRuntime['env'] | undefined;
}

/**
 * Returns a client that writes its conversations to a file, from which it answers the next time. Only whole replies are recorded, also
 * errors such as 429; requests without a reply are not. Bytes in requests are recorded as their hash and size.
 * @param client from `createClient`
 * @throws ToolwrightError `INVALID_CASSETTE`, `UNSUPPORTED` for other clients, `INVALID_CONFIG` for another mode. Requests reject with
 * `STALE_CASSETTE` if they are not recorded and must not be sent, and with `OUTPUT_FAILED` if the file cannot be written.
 */
export function recordModel(client: LLMProvider, file: string, options: RecordOptions = {}): LLMProvider {
  return tapeModel(client, file, options, false);
}

function tapeModel(
  client: LLMProvider,
  file: string,
  options: RecordOptions,
  isSameClient: boolean,
): LLMProvider {
  const { env = environment() } = options;
  const mode = options.record ?? modeOf(env);
  if (!isRecordable(client))
    throw new ToolwrightError('UNSUPPORTED', 'Only clients from createClient can be recorded.', {
      blame: 'developer',
      hint: 'Of a fallback or a route, record each of its clients.',
    });
  const cassette = Cassette.open(file);
  if (mode === 'none' && !cassette.exists) throw missing(file);
  const parts = {
    ...{ cassette, file, isSameClient, mode },
    settings: writtenSettings(client.settings, { env, rules: options.redact }),
    redactionFor: (secrets: readonly string[]) => createRedaction({ env, rules: options.redact, secrets }),
  };
  const tape = new Tape(parts, options);
  return client.withRuntime((fetch) => ({
    fetch: tape.around(fetch),
    // Recorded delays need not be waited for.
    ...(mode === 'none' ? { sleep: async () => undefined } : {}),
  }));
}

/**
 * Returns a client that answers from a cassette, with the settings of the recorded client, and sends nothing.
 * @throws ToolwrightError `INVALID_CASSETTE`. Requests reject with `STALE_CASSETTE` if they were not recorded.
 */
export function replayModel(file: string, options?: ReplayOptions): LLMProvider;
/** Like `recordModel` with `record: 'none'`: with the settings of this client, for those that a cassette does not have. */
export function replayModel(client: LLMProvider, file: string, options?: ReplayOptions): LLMProvider;
export function replayModel(
  first: LLMProvider | string,
  second?: string | ReplayOptions,
  third?: ReplayOptions,
): LLMProvider {
  if (typeof first !== 'string') return recordModel(first, String(second), { ...third, record: 'none' });
  const { settings } = Cassette.open(first);
  if (settings === undefined) throw missing(first);
  let count = 0;
  // Keys and random ids are not needed; ids that the client generates are the same each time.
  const random = (): number => ++count / 2 ** 20;
  const { headers: _, ...known } = settings;
  let client: LLMProvider;
  try {
    client = createClient({ ...known, apiKey: 'replay', runtime: { env: {}, random } });
  } catch (error) {
    throw invalid(first, `its 'client' is not possible: ${errorMessage(error)}`);
  }
  return tapeModel(client, first, { ...(typeof second === 'object' ? second : {}), record: 'none' }, true);
}

function missing(file: string): ToolwrightError {
  return invalid(file, 'it does not exist, and requests must not be sent');
}

function modeOf(env: ClientRuntime['env']): RecordMode {
  const given = env.TOOLWRIGHT_RECORD;
  if (given === undefined || given === '') return env.CI ? 'none' : 'new';
  if (given === 'new' || given === 'all' || given === 'none') return given;
  throw new ToolwrightError('INVALID_CONFIG', `TOOLWRIGHT_RECORD must be new, all or none, not '${given}'.`, {
    blame: 'developer',
  });
}

function isRecordable(client: LLMProvider): client is ProviderClient {
  return 'withRuntime' in client && 'settings' in client;
}

/** Without credentials, and the port of a server on this machine, which changes from time to time. */
function writtenSettings(
  { baseUrl, ...settings }: ClientSettings,
  options: RedactionOptions,
): ClientSettings {
  const isAddress = baseUrl !== undefined && URL.canParse(baseUrl);
  const query = isAddress ? new URL(baseUrl).searchParams : [];
  const redaction = createRedaction({ ...options, secrets: longSecrets(query) });
  const masked = JSON.parse(redaction.redactBody(JSON.stringify(settings)));
  if (!isAddress) return masked;
  const { protocol, host, hostname, pathname, search } = new URL(baseUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const path = redactQuery(pathname, search, redaction);
  return { ...masked, baseUrl: `${protocol}//${isLocal ? hostname : host}${path}` };
}

/** Short ones are no secrets but words, such as the key with which cassettes are replayed. */
const MIN_CREDENTIAL = 8;

function headersOf(input: Parameters<typeof globalThis.fetch>[0], init: RequestInit | undefined): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
}

/** Returns the secrets in the headers and the query of a request. */
function credentialsOf(input: Parameters<typeof globalThis.fetch>[0], headers: Headers): readonly string[] {
  const query = new URL(input instanceof Request ? input.url : String(input)).searchParams;
  return longSecrets([...headers, ...query]);
}

function longSecrets(entries: Iterable<readonly [string, string]>): readonly string[] {
  return secretValues(entries).filter(({ length }) => length >= MIN_CREDENTIAL);
}

interface TapeParts {
  readonly cassette: Cassette;
  /** As the caller gave it, for errors. */
  readonly file: string;
  readonly mode: RecordMode;
  /** Also masks the credentials of a request, which a reply may quote. */
  readonly redactionFor: (secrets: readonly string[]) => Redaction;
  readonly settings: ClientSettings;
  /** Whether the client was created from the cassette. */
  readonly isSameClient: boolean;
}

/** Answers requests from a cassette, and adds others to it. */
class Tape {
  readonly #parts: TapeParts;
  readonly #recorded: readonly Exchange[];
  readonly #replies: Replies;
  /** In mode `all`, older exchanges are dropped with the first that is recorded. */
  readonly #since: number;

  constructor(parts: TapeParts, { repeat = false }: ReplayOptions) {
    this.#parts = parts;
    this.#recorded = parts.mode === 'all' ? [] : parts.cassette.exchanges;
    this.#replies = new Replies(this.#recorded, repeat);
    this.#since = parts.mode === 'all' ? parts.cassette.start : 0;
  }

  around(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const { cassette, file, mode, redactionFor } = this.#parts;
      const given = headersOf(input, init);
      const redaction = redactionFor(credentialsOf(input, given));
      const headers = digestHeaders(given, redactionFor([]), cassette.salt);
      const settings = { ...this.#parts.settings, ...(headers === undefined ? {} : { headers }) };
      this.#requireSameClient(settings);
      const request = recordRequest(input, init, redaction, cassette.salt);
      const reply = this.#replies.take(request);
      init?.signal?.throwIfAborted();
      if (reply !== undefined) return toResponse(reply);
      if (mode === 'none') throw staleCassette(file, request, this.#recorded);
      cassette.requireWritable();
      const order = Cassette.next();
      const response = await fetch(input, init);
      return recordReply(response, redaction, cassette.recordings, (recorded) => {
        if (recorded === undefined)
          warn(`The cassette ${file} lacks a reply, because it was not read to its end.`);
        else cassette.add({ request, reply: recorded, order }, settings, this.#since);
      });
    };
  }

  /** Requests of clients with other addresses or headers may be equal, and their answers are not. */
  #requireSameClient({ baseUrl, headers }: RecordedClient): void {
    const { cassette, file, isSameClient, mode } = this.#parts;
    const { settings } = cassette;
    if (settings === undefined || isSameClient || !cassette.hasSince(this.#since)) return;
    const isElsewhere = mode !== 'none' && settings.baseUrl !== baseUrl;
    if (!isElsewhere && settings.headers === headers) return;
    const what = isElsewhere ? 'another address' : 'other headers';
    throw invalid(file, `the recorded client has ${what}: record each client into its own file`);
  }
}
