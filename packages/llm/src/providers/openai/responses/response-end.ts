import { isRecord, ToolwrightError } from '@toolwright/contract';
import { ErrorReply } from '../../../faults/fault.js';
import type { OutputItem } from './output-items.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The finish words of a response: its status or the reason why it is incomplete.
 * @param event the type of the event that contains the response
 * @throws ErrorReply for a failed response; ToolwrightError `INVALID_RESPONSE` for an unfinished one
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
      // Compatible servers omit the reason if a limit was reached. A call may be cut off anywhere.
      return [...broken, items.some(({ call }) => call !== undefined) ? 'incomplete' : 'max_output_tokens'];
    }
    case 'queued':
    case 'in_progress':
      throw new ToolwrightError('INVALID_RESPONSE', `The response is not ready: its status is ${status}.`, {
        blame: 'provider',
        hint: 'Requests that run in the background are not supported. Remove `background` from extraBody.',
      });
    default:
      return [...broken, typeof status === 'string' ? status : 'completed'];
  }
}

/** The status of a response. Unless the response says that it failed, the event determines it. */
function statusOf({ status }: Fields, event: unknown): unknown {
  if (status === 'failed' || status === 'cancelled') return status;
  if (event === 'response.failed') return 'failed';
  return event === 'response.incomplete' ? 'incomplete' : status;
}

/**
 * The status of a call that must not be executed. Cut-off arguments are detected elsewhere, so that the model can repeat the
 * call, but an incomplete call with arguments that look complete is not.
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
