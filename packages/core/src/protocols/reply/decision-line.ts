/**
 * Why a call does not run. `nested`: it is in something that stays open, or after an unknown mark. `sentence`: it is part of a sentence,
 * or the sentence before it does not announce it. `item`: it is an item of a list. `turn`: it follows a line of another speaker.
 */
export type Refusal = 'nested' | 'sentence' | 'item' | 'turn';

/**
 * The policy for calls in text: a call counts on a line of its own, or after a sentence or a colon that announces it.
 * @param before the text before the call on its line
 */
export function refusalAfter(before: string): Refusal | undefined {
  if (before.trim() === '') return undefined;
  if (isListItem(before)) return 'item';
  const text = before.replaceAll(/<[^<>]*>/g, '').replace(/[\s*_~[]+$/, '');
  const end = text.replace(/["”’»)\]]+$/, '').slice(-1);
  const isEnded =
    text === '' ||
    EMOJI.test(text) ||
    INTERJECTION.test(text) ||
    (/[.:!?…。：！？؟।]/.test(end) && !/["'”`]:$/.test(text));
  return isEnded && announces(text) ? undefined : 'sentence';
}

/** Whether a line begins with a bullet, a box, or a number or letter of a list. */
export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}

/** Whether a line holds only the beginning of an item. */
export function isEmptyItem(line: string): boolean {
  return isListItem(line) && line.replace(LIST_ITEM, '').trim() === '';
}

const BULLET = String.raw`(?:[-*+•‣⁃◦▪●○■□▶►▸➤→✓✔✗✘☐☑☒✅❌➡🔹🔸🔘👉–—·]\ufe0f?|\p{Nd}\ufe0f?\u20e3|[①-⓿]|\[.?\])(?=\s|$)`;
const NUMBER = String.raw`(?:\p{Nd}{1,3}(?:\.\p{Nd}{1,3})*|[a-z]|[ivx]{1,5}|[一二三四五六七八九十]{1,3})`;
const ENDED = String.raw`(?:[([（]${NUMBER}[)\]）]|#\p{Nd}{1,3}|${NUMBER}(?:[.)）．、]|\s?[-–—:：]))`;
const LIST_ITEM = new RegExp(
  String.raw`^\s*(?:${BULLET}|[*_]*${ENDED}[*_]*(?:(?<=[）．、])|(?=\s|$)))`,
  'iu',
);
/** Words that may precede a call without a sentence. */
const INTERJECTION =
  /^\W*(?:sure|ok(?:ay)?|yes|alright|certainly|of course|great|well|now|first|then|next|finally)(?: (?:thing|then))?,$/i;
const EMOJI = /\p{Extended_Pictographic}\ufe0f?$/u;

/** Whether the last sentence of a text can announce a call: it is no negation, no condition, no question and no quotation. */
function announces(text: string): boolean {
  const last = text.split(/[.!?;…؟।](?=\s+\S)|[。！？；](?=\s*\S)/).at(-1) ?? '';
  if (CONDITION.test(last)) return false;
  return !DOUBT.test(last.replace(BEFORE_PLAN, '').replaceAll(HARMLESS, ''));
}

/** A plan at the end of a sentence counts, whatever precedes it: "I can't see it, so let me check". */
const BEFORE_PLAN =
  /^.*[,;–—]\s*(?:(?:so|but|and|then)\s+)?(?=(?:let(?: me|['’]s| us)|i(?:['’]ll| will| need| have to))\b)/isu;
/** Negations of what the model knows, not of what it does. */
const HARMLESS =
  /\b(?:would like|no (?:problem|worries)|not (?:only|(?:\w+ )?(?:sure|certain))|ha(?:ve|s) no (?:idea|information|access|data)|(?:not|\w+n['’]t|cannot)\b(?: (?:\w+ly )?(?:know|have|see|tell|remember|worry|sure|certain)\b|.*\byet\b))/giu;
const CONDITION =
  /\b(?:unless|(?:if|once|when|after|until) (?:you|they|the user)|(?:should|shall|may|can|could) i|(?:do|would) you (?:want|like))\b/iu;
/** Negations, conditions and examples, in several languages. */
const DOUBT = new RegExp(
  [
    String.raw`(?<!\p{L})(?:not?|never|\w*n['’]t|cannot|none|neither|nor|without|avoid|refuse|forbidden|prohibited|wrong|bad|stop`,
    String.raw`dangerous|would|could|might|e\.g|examples?|such as|instead|options?|choice|variant|plan [a-z]|alternatively|possibility|hypothetical\p{L}*|imagine|suppose|(?:looks? )?like so|looks? like|warning|please confirm|under no`,
    String.raw`nicht|nie|niemals|kein\p{L}*|verboten|würde|falls|wenn|beispiel|ne|pas|jamais|exemple|nunca|jamás|não|non|mai`,
    String.raw`niet|nooit|geen|inte|aldrig|ikke|aldri|nigdy|не|никогда|нельзя|если|لا|لن|नहीं|मत|asla)(?!\p{L})`,
    String.raw`(?<!\p{L})n['’](?=\p{L})|^\W*if\b|(?:agree|ready|proceed|ok|okay)\?$|\b(?:says|said|wrote|writes|was|syntax(?: is)?|format(?: is)?)\s*:$`,
    '[🚫⛔👎]|不要|不会|不能|不得|切勿|绝不|禁止|别[调执用]|如果|例如|ないで|しない|ません|もし|마세요|않|금지',
  ].join('|'),
  'iu',
);
