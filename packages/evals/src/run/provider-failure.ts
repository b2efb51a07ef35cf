import { type ErrorCode, errorMessage, isToolwrightError, type RunResult } from '@toolwright/contract';

/** Why an attempt could not be evaluated. */
export interface Failure {
  readonly message: string;
  /** Whether another try may succeed: the provider failed. */
  readonly isRetryable: boolean;
}

/** The codes of failures of a provider that pass. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMIT',
  'PROVIDER_TIMEOUT',
  'NETWORK',
  'PROVIDER_FAILED',
  'STREAM_CUT',
  'INVALID_RESPONSE',
]);
/** The codes of failures of the agent, which scorers judge. */
const AGENT: ReadonlySet<ErrorCode> = new Set([
  'INVALID_OUTPUT',
  'LIMIT_REACHED',
  'CONTENT_FILTER',
  'CONTEXT_TOO_LONG',
]);

/** Returns the failure of a run that says nothing about the agent; undefined for a run to be scored. */
export function failureOf({ status, errorCode, errors }: RunResult): Failure | undefined {
  if (status !== 'error' && status !== 'aborted') return undefined;
  if (errorCode !== undefined && AGENT.has(errorCode)) return undefined;
  const message = errors.at(-1) ?? `The run ended as '${status}'.`;
  return {
    message: errorCode === undefined ? message : `${errorCode}: ${message}`,
    isRetryable: errorCode !== undefined && RETRYABLE.has(errorCode),
  };
}

/** Returns the failure of an agent that threw. */
export function thrownFailure(error: unknown): Failure {
  if (!isToolwrightError(error)) return { message: errorMessage(error), isRetryable: false };
  return { message: `${error.code}: ${error.message}`, isRetryable: RETRYABLE.has(error.code) };
}
