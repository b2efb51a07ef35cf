import type { ts } from 'ts-morph';
import { type Account, type Loss, placeOf } from './account.test.support.js';
import {
  type CommentPart,
  isShown,
  keywordOf,
  readParts,
  shownText,
  wordsOf,
  wordsOfJson,
} from './comment-words.test.support.js';
import { findWritten, type WrittenPlace } from './written-places.test.support.js';

/** In the middle of a line, a tag ends the text before it, and its value is no text. */
const INNER_TAG =
  /(?<=[.!?]\s+|@\w+\s+)@[a-z]\w*(?:[ \t]+\d+)?|\s@(?:default|format|pattern|example)[ \t]+\S+\s*$/i;

/** Words of comments that neither the schema nor a line of output mentions. */
export function findLostWords(account: Account): readonly Loss[] {
  const { texts, keys } = wordsOfJson(account.json);
  const places = findWritten(account, keys);
  const isMissing = (part: CommentPart): boolean => {
    const keyword = keywordOf(part);
    if (keyword !== undefined) return !keys.has(keyword);
    if (!isShown(part)) return false;
    const pieces = shownText(part).split(INNER_TAG);
    return pieces
      .map(wordsOf)
      .some((words) => words !== '' && !texts.some((text) => text.includes(` ${words} `)));
  };
  return places.flatMap(({ node, start, comment, isOvershadowed }): readonly Loss[] => {
    const source = node.getSourceFile();
    const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
    const [first, head] = [lineOf(start), lineOf(node.getStart())];
    // What is said of a declaration is said of its comment.
    if (account.isNamed(source, head, lineOf(endOfHead(node)))) return [];
    return readParts(comment)
      .filter(({ lines: [from, to] }) => !account.isNamed(source, first + from, first + to))
      .filter((part) => !isOvershadowed(part) && !(node === account.replaced && part.tag === ''))
      .filter(isMissing)
      .map(({ tag, text }) => ({
        of: account.name,
        at: placeOf(node, start),
        what: `${tag === '' ? '' : `@${tag}`}${text}`.trim(),
      }));
  });
}

/** Where a declaration's name ends, and its type, if these are on later lines. */
function endOfHead(node: WrittenPlace['node']): number {
  return 'type' in node && node.type !== undefined ? (node.type as ts.Node).end : node.getStart();
}
