import { findCandidates } from './find-candidates.js';

export interface SplitText {
  /** What the model says to its reader. */
  readonly answer: string;
  /** What stands in `<think>` and the like. */
  readonly thinking: string;
}

/**
 * Parts a reply from the reasoning that some models write before it. A closing tag without an opening one counts as well; a tag
 * within a string of JSON does not.
 */
export function splitThinking(text: string): SplitText {
  const tags = findTags(text);
  const parts = { answer: '', thinking: '' };
  let inside = tags[0]?.[1] === '/';
  let position = 0;
  for (const tag of tags) {
    parts[inside ? 'thinking' : 'answer'] += text.slice(position, tag.index);
    inside = tag[1] !== '/';
    position = tag.index + tag[0].length;
  }
  parts[inside ? 'thinking' : 'answer'] += text.slice(position);
  return parts;
}

const THINKING_TAG = /<(\/?)(?:think|thinking|thought|reasoning|scratchpad)>/gi;

function findTags(text: string): RegExpExecArray[] {
  const tags = [...text.matchAll(THINKING_TAG)];
  if (tags.length === 0) return tags;
  const complete = findCandidates(text).filter(({ scan }) => scan.open.length === 0);
  const strings = complete.flatMap(({ scan }) => scan.strings);
  return tags.filter(({ index }) => !strings.some(({ start, end }) => start < index && index < end));
}
