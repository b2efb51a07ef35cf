import { ToolwrightError, textStart } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import { parseWithoutLoss } from './parse-without-loss.js';

/**
 * Parses a provider's reply.
 * @throws ToolwrightError `INVALID_RESPONSE` that quotes the start of the reply
 */
export function parseReply(text: string): unknown {
  try {
    return parseWithoutLoss(text);
  } catch {
    // The parser's own message is not used: it quotes a fragment of the text, in which a truncated secret would not be recognised.
    const shown = text.trim() === '' ? 'nothing' : JSON.stringify(excerpt(text));
    throw new ToolwrightError('INVALID_RESPONSE', `The reply is not JSON. It contains: ${shown}`, {
      blame: 'provider',
      hint: 'Check that the base URL points to the API (for many servers, it ends with /v1).',
    });
  }
}

/** The number of characters to search for secrets. */
const SEARCHED = 10_000;
const SHOWN = 200;

/** Removes secrets, and the last word if it was truncated: it may be part of a secret that only the client can recognise. */
function excerpt(text: string): string {
  const clean = createRedaction().redact(textStart(text, SEARCHED));
  return clean.length <= SHOWN ? clean : textStart(clean, SHOWN).replace(/[^\s",:;{}<>]{1,200}$/, '…');
}
