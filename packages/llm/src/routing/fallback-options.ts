import {
  checkOptions,
  type ErrorCode,
  type LLMProvider,
  optionsOf,
  suggestName,
  type ToolwrightError,
} from '@toolwright/contract';
import { type ClientRuntime, getRuntime, invalidConfig } from '../client/config.js';
import type { BreakerOptions, CircuitSettings } from './circuit.js';
import { isClient } from './is-client.js';

/** Codes of request errors. An aborted request never goes to another model. */
export type RequestErrorCode = Extract<ErrorCode, keyof typeof REQUEST_ERRORS>;

const REQUEST_ERRORS = {
  RATE_LIMIT: true,
  PROVIDER_FAILED: true,
  PROVIDER_TIMEOUT: true,
  NETWORK: true,
  STREAM_CUT: true,
  INVALID_RESPONSE: true,
  AUTHENTICATION: true,
  BAD_REQUEST: true,
  CONTEXT_TOO_LONG: true,
  CONTENT_FILTER: true,
  MISSING_API_KEY: true,
  UNSUPPORTED: true,
} as const satisfies Partial<Record<ErrorCode, true>>;

/** Options of `fallbackClient`. */
export interface FallbackOptions {
  /**
   * The errors after which the next model is asked: a list of codes, or a predicate. Default: all errors with `blame: 'provider'`, such
   * as `RATE_LIMIT`, `NETWORK` and `PROVIDER_TIMEOUT`.
   */
  readonly on?: readonly RequestErrorCode[] | ((error: ToolwrightError) => boolean) | undefined;
  /** When to skip a client that keeps failing. `false` turns this off. */
  readonly breaker?: BreakerOptions | false | undefined;
  /** The clock of the circuit breaker. */
  readonly runtime?: Partial<Pick<ClientRuntime, 'now'>> | undefined;
}

export interface FallbackSettings {
  readonly fallsBack: (error: ToolwrightError) => boolean;
  readonly circuit: CircuitSettings;
}

const FALLBACK = optionsOf<FallbackOptions>()({ 'an object': 'runtime', anything: 'on breaker' });
const BREAKER = optionsOf<BreakerOptions>()({ anything: 'failures cooldownMs' });

/** @throws ToolwrightError `INVALID_CONFIG` */
export function readFallbackOptions(
  clients: readonly LLMProvider[],
  options: FallbackOptions,
): FallbackSettings {
  checkOptions(options, FALLBACK, 'fallbackClient');
  const { on, breaker = {}, runtime } = options;
  checkClients(clients);
  if (breaker !== false && (typeof breaker !== 'object' || breaker === null))
    throw invalidConfig(
      `'breaker' is ${String(breaker)}.`,
      'Pass { failures, cooldownMs }, or false to turn it off.',
    );
  if (breaker !== false) checkOptions(breaker, BREAKER, 'breaker');
  const { failures = 3, cooldownMs = 30_000 } = breaker === false ? NEVER : breaker;
  checkAmount('breaker.failures', failures);
  checkAmount('breaker.cooldownMs', cooldownMs);
  return { fallsBack: readCodes(on), circuit: { failures, cooldownMs, now: getRuntime({ runtime }).now } };
}

const NEVER: BreakerOptions = { failures: Number.POSITIVE_INFINITY };

function checkClients(clients: readonly LLMProvider[]): void {
  if (!Array.isArray(clients) || clients.length === 0) {
    throw invalidConfig('fallbackClient needs clients.', 'Pass a list: fallbackClient([first, second]).');
  }
  const wrong = clients.findIndex((client) => !isClient(client));
  if (wrong === -1) return;
  throw invalidConfig(
    `Client ${wrong + 1} of the fallback has no method 'generate'.`,
    'Pass clients from createClient, or your own clients.',
  );
}

function readCodes(on: FallbackOptions['on']): FallbackSettings['fallsBack'] {
  if (on === undefined) return ({ blame }) => blame === 'provider';
  if (typeof on === 'function') return on;
  if (!Array.isArray(on))
    throw invalidConfig(
      `'on' is ${typeof on === 'string' ? `the string '${on}'` : `a value of type ${typeof on}`}.`,
      "Pass a list of codes, such as ['RATE_LIMIT'], or a function.",
    );
  const known = Object.keys(REQUEST_ERRORS);
  const unknown = on.find((code) => !known.includes(code));
  if (unknown !== undefined) {
    throw invalidConfig(
      `'on' contains '${String(unknown)}', which is not the code of a request error.`,
      suggestName(String(unknown), known),
    );
  }
  const codes: ReadonlySet<ErrorCode> = new Set(on);
  return ({ code }) => codes.has(code);
}

function checkAmount(name: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw invalidConfig(`'${name}' is ${String(value)}.`, 'Pass a number greater than 0.');
}
