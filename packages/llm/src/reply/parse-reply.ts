import { errorMessage, ToolwrightError, textStart } from '@toolwright/contract';
import { parseWithoutLoss } from './parse-without-loss.js';

/** Parses what a provider sent. @throws ToolwrightError `INVALID_RESPONSE` that shows its beginning */
export function parseReply(text: string): unknown {
  try {
    return parseWithoutLoss(text);
  } catch (error) {
    const shown = text.trim() === '' ? 'nothing' : JSON.stringify(textStart(text, 200));
    throw new ToolwrightError(
      'INVALID_RESPONSE',
      `The reply is not JSON (${errorMessage(error)}). It says: ${shown}`,
      {
        blame: 'provider',
        hint: 'Check that the base URL is that of the API (many servers want it to end in /v1).',
      },
    );
  }
}
