import { shortenText } from '@toolwright/contract';

/** The answer of a server that is no success. Clients export the statuses and bodies that their document names. */
export class ApiError<Status extends number = number, Body = unknown> extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** The operation, such as `GET /pets/{id}`. */
    readonly operation: string,
    readonly status: Status,
    /** Parsed if it is JSON, otherwise a text. Null if there is none. Numbers that JavaScript would round are texts of their digits. */
    readonly body: Body,
    readonly headers: Headers,
    reason = `failed with status ${status}`,
  ) {
    super(`${operation} ${reason}${describe(body)}`);
  }
}

/** Whether a thrown value is an {@link ApiError}, with this status if one is given. */
export function isApiError<Status extends number>(
  error: unknown,
  status?: Status,
): error is ApiError<Status> {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

function describe(body: unknown): string {
  if (body === null || body === undefined || body === '') return '';
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return `: ${shortenText(text, MAX_SHOWN, '…')}`;
}

/** What a model needs of a body; some servers answer with whole pages. */
const MAX_SHOWN = 1000;
