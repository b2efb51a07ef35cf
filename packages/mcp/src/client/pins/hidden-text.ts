import { shortenText } from '@toolwright/contract';

/**
 * What a text has that people do not see as it is: characters without a form, which can carry orders to a model, and words in which
 * letters of another script stand for letters that look the same. Undefined for none. Linear in the text.
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
      return `the letters '${foreign.slice(0, 10)}' of another script in a word, which look like Latin ones`;
    }
  }
  return undefined;
}

/** The first hidden text in a value of JSON, with its place; texts of patterns are no texts for people. Without recursion. */
export function findHiddenIn(root: unknown): { readonly path: string; readonly what: string } | undefined {
  const open: [path: string, value: unknown][] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const what = typeof value === 'string' ? findHidden(value) : undefined;
    if (what !== undefined) return { path, what };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const hidden = path.endsWith('/patternProperties') ? undefined : findHidden(key);
      if (hidden !== undefined) return { path, what: `${hidden} in a name` };
      if (key !== 'pattern' || typeof member !== 'string') open.push([`${path}/${key}`, member]);
    }
  }
  return undefined;
}

/** A text of a server with what nobody would see in it written out; at most as long as a name. */
export function showText(text: string): string {
  const units = Array.from(shortenText(text, MAX_NAME), (unit) =>
    HIDDEN.test(unit) ? `\\u{${unit.codePointAt(0)?.toString(16)}}` : unit,
  );
  return units.join('');
}

/** MCP's limit. */
const MAX_NAME = 128;

/** Control characters other than spaces, and what Unicode says to show as nothing. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Surrogate}/u;

/**
 * Such characters where writing needs them: in emoji, between letters of scripts that join them, and single marks of direction beside
 * letters that are written from right to left.
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

/** Only letters of Cyrillic and Greek that look like Latin ones. Others show that the word is meant so, as in µm or URLы. */
const LOOKALIKES = /^[аеорсухіјѕһԁԛԝьАВЕЅІЈКМНОРСТХУГαοιρυνχκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;
