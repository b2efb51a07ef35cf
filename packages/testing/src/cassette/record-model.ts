import { environment, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import {
  type ClientRuntime,
  type ClientSettings,
  type ProviderClient,
  secretValues,
} from '@toolwright/llm/testing';
import { createRedaction, type Redaction, type RedactRules } from '@toolwright/redaction';
import { Cassette } from './cassette.js';
import type { Exchange } from './exchange.js';
import { staleCassette } from './explain-stale.js';
import { invalid } from './invalid.js';
import { recordReply, toResponse } from './record-reply.js';
import { recordRequest } from './record-request.js';
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
  const { env = environment() } = options;
  const mode = options.record ?? modeOf(env);
  if (!isRecordable(client))
    throw new ToolwrightError('UNSUPPORTED', 'Only clients from createClient can be recorded.', {
      blame: 'developer',
      hint: 'Of a fallback or a route, record each of its clients.',
    });
  const cassette = Cassette.open(file);
  if (mode === 'none' && !cassette.exists) throw missing(file);
  const redaction = createRedaction({ env, rules: options.redact });
  const parts = {
    ...{ cassette, file, mode },
    settings: writtenSettings(client.settings, redaction),
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
  const client = createClient({ ...settings, apiKey: 'replay', runtime: { env: {}, random } });
  return recordModel(client, first, { ...(typeof second === 'object' ? second : {}), record: 'none' });
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

/** Without credentials, the query, and the port of a server on this machine, which changes from time to time. */
function writtenSettings({ baseUrl, ...settings }: ClientSettings, redaction: Redaction): ClientSettings {
  const masked = JSON.parse(redaction.redactBody(JSON.stringify(settings)));
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return masked;
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return { ...masked, baseUrl: `${protocol}//${isLocal ? hostname : host}${redaction.redact(pathname)}` };
}

/** Short ones are no secrets but words, such as the key with which cassettes are replayed. */
const MIN_CREDENTIAL = 8;

/** Returns the secrets in the headers and the query of a request. */
function credentialsOf(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
): readonly string[] {
  const request = input instanceof Request ? input : undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const query = new URL(request?.url ?? String(input)).searchParams;
  return secretValues([...headers, ...query]).filter(({ length }) => length >= MIN_CREDENTIAL);
}

interface TapeParts {
  readonly cassette: Cassette;
  /** As the caller gave it, for errors. */
  readonly file: string;
  readonly mode: RecordMode;
  /** Also masks the credentials of a request, which a reply may quote. */
  readonly redactionFor: (secrets: readonly string[]) => Redaction;
  readonly settings: ClientSettings;
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
      const { cassette, file, mode, redactionFor, settings } = this.#parts;
      const redaction = redactionFor(credentialsOf(input, init));
      const request = recordRequest(input, init, redaction);
      const reply = this.#replies.take(request);
      init?.signal?.throwIfAborted();
      if (reply !== undefined) return toResponse(reply);
      if (mode === 'none') throw staleCassette(file, request, this.#recorded);
      cassette.requireWritable();
      const order = Cassette.next();
      const response = await fetch(input, init);
      return recordReply(response, redaction, (recorded) =>
        cassette.add({ request, reply: recorded, order }, settings, this.#since),
      );
    };
  }
}
