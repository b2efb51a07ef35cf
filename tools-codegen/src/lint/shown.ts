import { shortenText } from '@toolwright/contract';

/** A text of the project in backticks as a finding quotes it: on one line, not long, and with what nobody would see written out. */
export function shown(text: string): string {
  const escaped = shortenText(text.replace(/\s+/g, ' '), MAX_SHOWN).replace(
    UNSEEN,
    (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`,
  );
  return `\`${escaped.replaceAll('`', "'")}\``;
}

const MAX_SHOWN = 80;

/** Characters that change how the others are shown, or that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Surrogate}]/gu;
