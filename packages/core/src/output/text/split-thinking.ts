import { findThoughtTags, type ThoughtTag } from '../../protocols/thought-tags.js';
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
  let inside = tags[0]?.closing === true;
  let position = 0;
  for (const tag of tags) {
    parts[inside ? 'thinking' : 'answer'] += text.slice(position, tag.index);
    inside = !tag.closing;
    position = tag.end;
  }
  parts[inside ? 'thinking' : 'answer'] += text.slice(position);
  return parts;
}

/** The tags in a text that stand in no value: within one they can only be a part of a string. */
function findTags(text: string): ThoughtTag[] {
  const tags = findThoughtTags(text);
  if (tags.length === 0) return tags;
  const { found } = findCandidates(text);
  let next = 0;
  return tags.filter(({ index }) => {
    while ((found[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    return index < (found[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}
