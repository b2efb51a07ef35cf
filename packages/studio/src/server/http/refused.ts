import { isToolwrightError } from '@toolwright/contract';
import type { ShownError } from '../../protocol/requests.js';

/** The error for a refused request, with the status of the response. */
export class Refused extends Error {
  readonly status: number;
  readonly shown: ShownError;

  constructor(status: number, shown: ShownError) {
    super(shown.message);
    this.status = status;
    this.shown = shown;
  }
}

/** The statuses of expected errors. Other errors of Toolwright are a 400, and unknown errors a 500. */
const STATUS: Readonly<Record<string, number>> = {
  UNKNOWN_TOOL: 404,
  UNKNOWN_SESSION: 404,
  NOT_FOUND: 404,
  NEEDS_CONSENT: 409,
  SESSION_BUSY: 409,
  PROGRAM_UNAVAILABLE: 503,
};

/** Converts any thrown value to a refusal. */
export function toRefused(thrown: unknown, redact: (text: string) => string): Refused {
  if (thrown instanceof Refused) {
    // The message may quote an id, and an id may contain a secret.
    return new Refused(thrown.status, { ...thrown.shown, ...redactTexts(thrown.shown, redact) });
  }
  if (isToolwrightError(thrown)) {
    return new Refused(STATUS[thrown.code] ?? 400, redactTexts(thrown, redact));
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Refused(500, { code: 'STUDIO_FAILED', message: redact(message) });
}

function redactTexts(
  { code, message, hint }: Pick<ShownError, 'code' | 'message'> & { readonly hint?: string | undefined },
  redact: (text: string) => string,
): ShownError {
  return { code, message: redact(message), ...(hint !== undefined && { hint: redact(hint) }) };
}

/** Creates the refusal for an error of the program. */
export function refusedBy(shown: ShownError): Refused {
  return new Refused(STATUS[shown.code] ?? 400, shown);
}

export function notFound(message: string): Refused {
  return new Refused(404, { code: 'NOT_FOUND', message });
}
