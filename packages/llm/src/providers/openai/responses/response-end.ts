import { isRecord, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../../../faults/fault.js';
import type { OutputItem } from './output-items.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the finish reasons of a response: its status, or the reason why it is incomplete.
 * @param event the type of the event that contains the response
 * @throws ErrorReply for a failed response; ToolwrightError `INVALID_RESPONSE` for a response that is still in progress
 */
export function endWords(response: Fields, event: unknown, items: readonly OutputItem[]): readonly string[] {
  const { error, incomplete_details: details } = response;
  if (error !== undefined && error !== null) throw new ErrorReply(undefined, error);
  const broken = items.flatMap((item) => item.broken ?? []);
  const status = statusOf(response, event);
  switch (status) {
    case 'failed':
    case 'cancelled':
      throw new ErrorReply(undefined, { message: `The response was ${status}.` });
    case 'incomplete': {
      const { reason } = isRecord(details) ? details : { reason: undefined };
      if (typeof reason === 'string') return [...broken, reason];
      // Compatible servers omit the reason if a limit was reached. A call may have been cut off at any point.
      return [...broken, items.some(({ call }) => call !== undefined) ? 'incomplete' : 'max_output_tokens'];
    }
    case 'queued':
    case 'in_progress':
      throw new ToolwrightError('INVALID_RESPONSE', `The response is not ready: its status is ${status}.`, {
        blame: 'provider',
        hint: 'Background requests are not supported. Remove `background` from extraBody.',
      });
    default:
      return [...broken, typeof status === 'string' ? status : 'completed'];
  }
}

/** Returns the status of a response. The event's type takes precedence, unless the response failed or was cancelled. */
function statusOf({ status }: Fields, event: unknown): unknown {
  if (status === 'failed' || status === 'cancelled') return status;
  if (event === 'response.failed') return 'failed';
  return event === 'response.incomplete' ? 'incomplete' : status;
}

/**
 * Returns the status of a call that must not be executed; undefined for other calls. A call with truncated arguments is detected when
 * it is validated, but an incomplete call whose arguments look complete is only recognized by its status.
 */
export function brokenStatus(status: unknown, text: string): string | undefined {
  if (status === 'failed') return status;
  return status === 'incomplete' && looksWhole(text) ? status : undefined;
}

function looksWhole(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
