import {
  type ErrorCode,
  errorMessage,
  isToolwrightError,
  ToolwrightError,
  type ToolwrightErrorOptions,
} from '@toolwright/contract';
import { maskSecrets, maskSecretsIn } from '@toolwright/redaction';

/** The result of a step. A failure is also a value, because DBOS returns errors without their class. */
export type StepValue<Value> = { readonly value: Value } | { readonly failure: Failure };

interface Failure
  extends Pick<ToolwrightErrorOptions, 'blame' | 'hint' | 'status' | 'requestId' | 'retryAfterMs'> {
  readonly code: ErrorCode;
  readonly message: string;
}

/** @param otherErrors the code and blame for errors other than a `ToolwrightError` */
export async function stepValue<Value>(
  work: () => Promise<Value>,
  otherErrors: Pick<Failure, 'code' | 'blame'>,
): Promise<StepValue<Value>> {
  try {
    return { value: maskSecretsIn(await work()) };
  } catch (error) {
    if (!isToolwrightError(error))
      return { failure: { ...otherErrors, message: maskSecrets(errorMessage(error)) } };
    const { code, blame, message, hint, status, requestId, retryAfterMs } = error;
    const failure = { code, blame, message, hint, status, requestId, retryAfterMs };
    return { failure: maskSecretsIn(failure) };
  }
}

/** @throws ToolwrightError if the step failed */
export function readStep<Value>(step: StepValue<Value>): Value {
  if ('value' in step) return step.value;
  const { code, message, ...options } = step.failure;
  throw new ToolwrightError(code, message, options);
}
