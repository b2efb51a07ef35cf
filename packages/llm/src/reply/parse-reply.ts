import { createRedaction, ToolwrightError, textStart } from '@toolwright/contract';
import { parseWithoutLoss } from './parse-without-loss.js';

/** Parses what a provider sent. @throws ToolwrightError `INVALID_RESPONSE` that shows its beginning */
export function parseReply(text: string): unknown {
  try {
    return parseWithoutLoss(text);
  } catch {
    // The error of the parser repeats a piece of the text, in which a part of a secret is not recognised.
    const shown = text.trim() === '' ? 'nothing' : JSON.stringify(excerpt(text));
    throw new ToolwrightError('INVALID_RESPONSE', `The reply is not JSON. It says: ${shown}`, {
      blame: 'provider',
      hint: 'Check that the base URL is that of the API (many servers want it to end in /v1).',
    });
  }
}

/** So much is searched for secrets. */
const SEARCHED = 10_000;
const SHOWN = 200;

/** Removes secrets, and the last word if it was cut: it may be part of a secret that only the client knows. */
function excerpt(text: string): string {
  const clean = createRedaction().redact(textStart(text, SEARCHED));
  return clean.length <= SHOWN ? clean : textStart(clean, SHOWN).replace(/[^\s",:;{}<>]{1,200}$/, '…');
}
