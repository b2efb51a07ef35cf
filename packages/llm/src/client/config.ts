import {
  environment,
  type GenerateOptions,
  type ModelCapabilities,
  ToolwrightError,
} from '@toolwright/contract';
import type { RedactRules } from '@toolwright/redaction';
import { defaultFetch } from '#default-fetch';
import { createRedactor } from '../faults/redact.js';
import type { PriceTable } from '../prices/price-table.js';
import { sleep } from './sleep.js';

/** The providers that `createClient` supports. */
export type ProviderName = 'openai' | 'openai-compatible' | 'google' | 'anthropic' | 'groq' | 'ollama';

/** The configuration of a client for one model. Options of individual calls take precedence. */
export interface LLMConfig
  extends Pick<GenerateOptions, 'reasoningEffort' | 'webSearchOptions' | 'extraBody'> {
  readonly provider: ProviderName;
  readonly model: string;
  /** The API key. Default: the provider's environment variable, read at each call. An empty key counts as unset. */
  readonly apiKey?: string | undefined;
  /**
   * The server's URL. Default: the provider's environment variable (e.g. `OPENAI_BASE_URL`), read at each call, or its public URL. Its
   * query is added to each request, e.g. `?api-version=2024-10-21`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Headers to add to each request, where they replace those of the SDK. A function is called for each attempt. Errors
   * and reports hide their values, except those of names such as `X-Title`.
   */
  readonly headers?: HeaderSource | undefined;
  /**
   * Which of OpenAI's two APIs to use. `auto` chooses chat completions unless the model or the request needs the responses API, e.g.
   * for web search or for reasoning combined with tools. Default: `auto` for OpenAI's own servers, `chat` for other servers.
   */
  readonly api?: 'auto' | 'chat' | 'responses' | undefined;
  /** Overrides the catalogue's facts about the model. */
  readonly capabilities?: Partial<ModelCapabilities> | undefined;
  /**
   * Whether to send the schemas of tools and JSON answers in OpenAI's strict mode, which enforces them. A schema that strict mode does not
   * support is sent without it, with a warning. Default: the model's capability `strictSchemas`; at Groq, for answers only.
   */
  readonly strict?: boolean | undefined;
  /** Whether the server accepts the role `developer`; otherwise `system` is sent. Default: true only for OpenAI's own servers. */
  readonly developerRole?: boolean | undefined;
  /** Prices for computing `usage.cost` if the provider does not report it. They override the built-in prices; `{}` overrides none. */
  readonly prices?: PriceTable | undefined;
  readonly timeouts?: TimeoutOptions | undefined;
  /** The options for retrying failed requests. A number sets `maxRetries`. */
  readonly retries?: number | RetryOptions | undefined;
  /**
   * A folder for error reports. When a call fails after all retries, a JSON file is written with the error, the attempts and the
   * request, without keys. Default: no reports.
   */
  readonly errorReports?: string | undefined;
  /**
   * Member names and patterns of secrets to hide in errors and error reports. The API key, the values of environment
   * variables such as `GITHUB_TOKEN`, and keys in well-known formats are always hidden.
   */
  readonly redact?: RedactRules | undefined;
  readonly runtime?: Partial<ClientRuntime> | undefined;
}

/** Headers by name, or a function that returns them. */
export type HeaderSource = GivenHeaders | (() => GivenHeaders | Promise<GivenHeaders>);

type GivenHeaders = Headers | Readonly<Record<string, string>>;

/** Timeouts in milliseconds. */
export interface TimeoutOptions {
  /** The limit for the whole call, with all attempts and delays, up to the last byte. Default 600,000. */
  readonly totalMs?: number | undefined;
  /**
   * The limit from sending a streaming request to the first byte of the response body. Default 180,000, because reasoning models are
   * silent at first.
   */
  readonly firstChunkMs?: number | undefined;
  /** The maximum silence within a stream. Default 120,000. */
  readonly idleMs?: number | undefined;
}

/** Limits for retrying failed requests. */
export interface RetryOptions {
  /** The number of attempts after the first. Default 4; 0 turns retries off. */
  readonly maxRetries?: number | undefined;
  /** The time after the start of the call, in milliseconds, after which no further attempt starts. Default 120,000. */
  readonly maxTotalMs?: number | undefined;
  /** The maximum delay before the first retry, in milliseconds. It doubles with each retry. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** How many times the whole call restarts, with fresh attempts and time limits, once these are used up. Default 0. */
  readonly recalls?: number | undefined;
}

/** The `fetch`, environment and clock that a client uses. Tests pass their own. */
export interface ClientRuntime {
  /** Default: undici's `request`, unless the global `fetch` was replaced; then the global `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Resolves early, without an error, when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
}

/** The complete, validated configuration of one client. */
export interface ClientContext {
  readonly config: LLMConfig;
  readonly runtime: ClientRuntime;
  readonly limits: Limits;
}

export type Limits = { readonly [Key in keyof (TimeoutOptions & RetryOptions)]-?: number };

const DEFAULT_LIMITS: Limits = {
  totalMs: 600_000,
  firstChunkMs: 180_000,
  idleMs: 120_000,
  maxRetries: 4,
  maxTotalMs: 120_000,
  baseDelayMs: 500,
  recalls: 0,
};

const ZERO_ALLOWED: ReadonlySet<string> = new Set(['maxRetries', 'baseDelayMs', 'maxTotalMs', 'recalls']);

/**
 * Validates the options that all providers share.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkConfig(config: LLMConfig): void {
  if (typeof config.model !== 'string' || config.model.trim() === '') {
    throw invalidConfig('The client has no model.', 'Pass the name of a model: { provider, model }.');
  }
  if (config.baseUrl?.trim()) checkBaseUrl(config.baseUrl, 'baseUrl');
  getLimits(config);
}

/** Returns the configured limits, with defaults filled in. @throws ToolwrightError `INVALID_CONFIG` */
export function getLimits(config: Pick<LLMConfig, 'timeouts' | 'retries'>): Limits {
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  const retries = typeof config.retries === 'object' ? config.retries : { maxRetries: config.retries };
  for (const [name, value] of Object.entries({ ...config.timeouts, ...retries })) {
    if (value === undefined) continue;
    const zeroAllowed = ZERO_ALLOWED.has(name);
    if (typeof value !== 'number' || Number.isNaN(value) || value < 0 || (value === 0 && !zeroAllowed)) {
      throw invalidConfig(
        `'${name}' must not be ${String(value)}.`,
        `Pass ${zeroAllowed ? 'zero or a' : 'a'} positive number.`,
      );
    }
    limits[name] = value;
  }
  return { ...DEFAULT_LIMITS, ...limits };
}

export function getRuntime(config: Pick<LLMConfig, 'runtime'>): ClientRuntime {
  return { ...DEFAULT_RUNTIME, ...config.runtime };
}

/** @throws ToolwrightError `INVALID_CONFIG` that names `source`, the option or variable that contained the URL */
export function checkBaseUrl(url: string, source: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return;
  // A query may contain a key, and so may any other part of a text that is no address.
  const shown = createRedactor([])(url.replace(/[?#].*/s, '?…'));
  throw invalidConfig(
    `'${source}' is not a server URL: ${JSON.stringify(shown)}.`,
    'Pass a URL like http://localhost:8000/v1.',
  );
}

export function invalidConfig(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}

const DEFAULT_RUNTIME: ClientRuntime = {
  fetch: defaultFetch,
  env: environment(),
  now: () => performance.now(),
  sleep,
  random: Math.random,
};
