import { findThoughtTags, type ThoughtTag } from '../../protocols/thought-tags.js';
import { findCandidates } from './find-candidates.js';

export interface SplitText {
  /** The text for the user. */
  readonly answer: string;
  /** The text within `<think>` and similar tags. */
  readonly thinking: string;
}

/**
 * Separates a reply from the reasoning that some models write before it. A closing tag does not need an opening tag. Tags in JSON
 * strings are ignored.
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

/** Finds the tags outside of JSON values. Inside a value, a tag can only be part of a string. */
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
