import { CONDITION_WORD, DOUBT_WORD } from './doubt-words.js';

/**
 * The reason that a call in the text is not executed. `nested`: it is inside something that is never closed, or after an unknown
 * mark. `sentence`: it is part of a sentence, or the preceding sentence does not announce it. `item`: it is a list item. `turn`:
 * it follows the turn of another speaker.
 */
export type Refusal = 'nested' | 'sentence' | 'item' | 'turn';

/**
 * Returns the reason to ignore a call; undefined if it is on its own line, or follows a sentence or colon that announces it.
 * @param before the text that precedes the call on its line
 */
export function refusalAfter(before: string): Refusal | undefined {
  if (before.trim() === '') return undefined;
  if (isListItem(before)) return 'item';
  const text = before.replaceAll(/<[^<>]*>/g, '').replace(/[\s*_~[]+$/, '');
  const end = text.replace(/["”’»)\]]+$/, '').slice(-1);
  const isEnded =
    text === '' ||
    ARROW.test(text) ||
    EMOJI.test(text) ||
    INTERJECTION.test(text) ||
    (/[.:!?…。：！？؟।]/.test(end) && !/["'”`]:$/.test(text));
  return isEnded && announces(text) ? undefined : 'sentence';
}

/** Whether a line starts with a bullet, a checkbox, or a list number or letter. */
export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}

/** Whether a line contains only the marker of a list item. */
export function isEmptyItem(line: string): boolean {
  return isListItem(line) && line.replace(LIST_ITEM, '').trim() === '';
}

const BULLET = String.raw`(?:[-*+•‣⁃◦▪●○■□▶►▸➤✓✔✗✘☐☑☒✅❌➡🔹🔸🔘👉–—·]\ufe0f?|\p{Nd}\ufe0f?\u20e3|[①-⓿]|\[.?\])(?=\s|$)`;
const NUMBER = String.raw`(?:\p{Nd}{1,3}(?:\.\p{Nd}{1,3})*|[a-z]|[ivx]{1,5}|[一二三四五六七八九十]{1,3})`;
const ENDED = String.raw`(?:[([（]${NUMBER}[)\]）]|#\p{Nd}{1,3}|${NUMBER}(?:[.)）．、]|\s?[-–—:：]))`;
const LIST_ITEM = new RegExp(
  String.raw`^\s*(?:${BULLET}|[*_]*${ENDED}[*_]*(?:(?<=[）．、])|(?=\s|$)))`,
  'iu',
);
/** Words that may precede a call without forming a sentence. */
const INTERJECTION = new RegExp(
  String.raw`^\P{L}*(?:${[
    'sure|ok(?:ay)?|yes|alright|certainly|of course|great|well|now|first|then|next|finally|good',
    "gut|klar|natürlich|gerne|oui|bien sûr|d[’']accord|très bien|sí|claro|vale|bien|sim|sì|certo|va bene|ja|tak|dobrze|tamam|evet",
    'да|хорошо|конечно|好的?|嗯|行|可以|没问题|当然|はい|了解(?:です|しました)?|わかりました|네|좋아요|알겠습니다',
  ].join('|')})(?: (?:thing|then))?[,，、]$`,
  'iu',
);
const ARROW = /^(?:[→⇒]|=>)$/;
const EMOJI = /\p{Extended_Pictographic}\ufe0f?$/u;

/** Whether the last sentence can announce a call, because it is not a negation, a condition, a question or a quotation. */
function announces(text: string): boolean {
  const last = text.split(/[.!?;…؟।](?=\s+\S)|[。！？；](?=\s*\S)/).at(-1) ?? '';
  if (CONDITION.test(last) || CONDITION_WORD.test(last) || LABEL.test(last)) return false;
  const plan = last.replace(BEFORE_PLAN, '').replaceAll(HARMLESS, '');
  return !DOUBT_WORD.test(plan) && !DOUBT.test(plan);
}

/** Matches the text before a plan in the last clause, which announces a call whatever precedes it: "I can't see it, so let me check". */
const BEFORE_PLAN = new RegExp(
  String.raw`^.*(?:[,;，–—]|\s(?=so\s))\s*(?:(?:so|but|and|then|also|donc|así que|quindi|поэтому|所以)\s*)?(?=(?:${[
    String.raw`(?:let(?: me|['’]s| us)|(?:i|we)(?:['’](?:ll|m|re)| will| need| have to| am)?)(?![’'\p{L}])`,
    String.raw`(?:ich|je|yo|io|eu|ik|jag|jeg|я|давай(?:те)?)(?!\p{L})|j['’]|我|让我`,
  ].join('|')})(?!.*(?<!\p{L})(?:${[
    'think|know|guess|believe|mean|suppose|says?|said|fear|warn|hope|told|repeat|promise|swear',
    'denke|weiß|verspreche',
  ].join('|')})(?!\p{L})))`,
  'isu',
);
/** Matches negations that are about the model's knowledge instead of its actions, and negative words that only name something. */
const HARMLESS = new RegExp(
  [
    String.raw`\b(?:would like|no (?:problem|worries)|not (?:only|(?:\w+ )?(?:sure|certain))|ha(?:ve|s) no (?:idea|information|access|data)`,
    String.raw`(?:not|\w+n['’]t|cannot)\b(?: (?:\w+ly )?(?:know|have|see|tell|remember|worry|sure|certain)\b|.*\byet\b)`,
    String.raw`(?<=^\W*(?:let(?: me|['’]s)|i['’]ll|i will) (?!show|give|write|quote)\w+ (?:the|this|that|your) )(?:examples?|bad|wrong|options?|warning)(?= (?!calls?\b)\p{L}))`,
    // In Japanese and Korean, the negation ends the clause before the plan.
    '(?:ません|ない)(?:が|ので|から|ため)?、(?=.)|すみません|지 않(?:으니|아서|지만|습니다만),? (?=.)',
  ].join('|'),
  'giu',
);
const CONDITION =
  /\b(?:unless|(?:if|once|when|after|until) (?:you|they|the user)|(?:should|shall|may|can|could) i|(?:do|would) you (?:want|like)|(?:later|maybe|perhaps) i (?:may|might|will))\b/iu;
/** Matches a line that only labels the text after it. */
const LABEL =
  /^\P{L}*(?:a |the )?(?:(?:code |call )?(?:template|syntax|format|sample|usage|snippet|placeholder|pattern|skeleton)|vorlage|modèle|plantilla|modello|шаблон|模板|格式|テンプレート)(?: is)?\s*[*_]*[:：]?$/iu;
/** Matches questions and sentences about other people's text. */
const DOUBT =
  /(?<!\p{L})n['’](?=\p{L})|(?:agree|ready|proceed|ok|okay)\?$|\b(?:says|said|wrote|writes|was|syntax(?: is)?|format(?: is)?|called)\s*:$/iu;
