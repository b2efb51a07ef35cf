import { shortenText } from '@toolwright/contract';

/**
 * Finds hidden text: invisible characters, which can contain instructions to a model, and words that contain lookalike letters from another
 * script. Returns undefined if nothing is hidden. Takes linear time.
 */
export function findHidden(text: string): string | undefined {
  const plain = text.replace(LEGITIMATE, '');
  const hidden = HIDDEN.exec(plain)?.[0];
  if (hidden !== undefined) {
    return `the hidden character U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return undefined;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const foreign = word.replace(/\p{Script=Latin}/gu, '');
    if (foreign !== word && foreign !== '' && LOOKALIKES.test(foreign)) {
      return `a word with letters from another script that look like Latin letters ('${foreign.slice(0, 10)}')`;
    }
  }
  return undefined;
}

/** Finds the first hidden text in a JSON value, and its path. Skips regular expressions. Iterative. */
export function findHiddenIn(root: unknown): { readonly path: string; readonly what: string } | undefined {
  const open: [path: string, value: unknown][] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const what = typeof value === 'string' ? findHidden(value) : undefined;
    if (what !== undefined) return { path, what };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const hidden = path.endsWith('/patternProperties') ? undefined : findHidden(key);
      if (hidden !== undefined) return { path, what: `${hidden} in a property name` };
      if (key !== 'pattern' || typeof member !== 'string') open.push([`${path}/${key}`, member]);
    }
  }
  return undefined;
}

/** Shortens a string to the maximum length of a name and escapes its invisible characters. */
export function showText(text: string): string {
  const units = Array.from(shortenText(text, MAX_NAME), (unit) =>
    HIDDEN.test(unit) ? `\\u{${unit.codePointAt(0)?.toString(16)}}` : unit,
  );
  return units.join('');
}

/** The maximum length of names in MCP. */
const MAX_NAME = 128;

/** Matches control characters other than white space, and characters that Unicode classifies as invisible. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Surrogate}/u;

/**
 * Matches invisible characters with a legitimate use: in emoji, between letters of cursive scripts, and as single direction marks next to
 * right-to-left letters.
 */
const LEGITIMATE = new RegExp(
  [
    String.raw`(?<=\p{Emoji})\uFE0F`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}\s]|$)`,
    String.raw`(?<=[\p{Script=Hebrew}\p{Script=Arabic}])[\u200E\u200F](?![\u200E\u200F])`,
    String.raw`[\u200E\u200F](?=[\p{Script=Hebrew}\p{Script=Arabic}])`,
  ].join('|'),
  'gu',
);

/**
 * Matches words made up entirely of Cyrillic or Greek letters that look like Latin ones. Any other letter shows that the mix is intended,
 * as in µm or URLы.
 */
const LOOKALIKES = /^[аеорсухіјѕһԁԛԝьАВЕЅІЈКМНОРСТХУГαοιρυνχκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;
