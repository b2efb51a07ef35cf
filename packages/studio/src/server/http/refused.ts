import { isToolwrightError } from '@toolwright/contract';
import type { ShownError } from '../../protocol/requests.js';

/** A request that is refused, with the status of the reply. */
export class Refused extends Error {
  readonly status: number;
  readonly shown: ShownError;

  constructor(status: number, shown: ShownError) {
    super(shown.message);
    this.status = status;
    this.shown = shown;
  }
}

/** Statuses of errors that are nobody's bug; every other error is a 500. */
const STATUS: Readonly<Record<string, number>> = {
  UNKNOWN_TOOL: 404,
  UNKNOWN_SESSION: 404,
  NOT_FOUND: 404,
  NEEDS_CONSENT: 409,
  SESSION_BUSY: 409,
  PROGRAM_UNAVAILABLE: 503,
};

/** The refusal for any thrown value. */
export function toRefused(thrown: unknown, redact: (text: string) => string): Refused {
  if (thrown instanceof Refused) {
    // It may quote an id, and an id may hold a secret.
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

/** The refusal for an error of the program. */
export function refusedBy(shown: ShownError): Refused {
  return new Refused(STATUS[shown.code] ?? 400, shown);
}

export function notFound(message: string): Refused {
  return new Refused(404, { code: 'NOT_FOUND', message });
}
