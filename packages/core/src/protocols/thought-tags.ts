/** Tags that enclose thoughts. */
export const THOUGHT_TAGS: readonly string[] = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'scratchpad',
  'antthinking',
  'inner_monologue',
  'seed:think',
  'mm:think',
];

/** Marks that some models write instead of tags in angle brackets. Case-sensitive. */
export const THOUGHT_MARKS: readonly {
  readonly opener: string;
  readonly name: string;
  readonly closer: string;
}[] = [
  { opener: '[', name: 'THINK', closer: ']' },
  { opener: '◁', name: 'think', closer: '▷' },
];

/** Whether a tag with this name encloses thoughts. */
export function isThoughtTag(name: string): boolean {
  return THOUGHT_TAGS.includes(name.toLowerCase());
}

export interface ThoughtTag {
  readonly index: number;
  readonly end: number;
  readonly closing: boolean;
}

/** Finds all thought tags in text, whatever surrounds them. */
export function findThoughtTags(text: string): ThoughtTag[] {
  const tags: ThoughtTag[] = [];
  for (const { 0: tag, index } of text.matchAll(THOUGHT_TAG)) {
    if (tag.startsWith('[') && !tag.endsWith('THINK]')) continue;
    tags.push({ index, end: index + tag.length, closing: /^.\s*\//.test(tag) });
  }
  return tags;
}

const THOUGHT_TAG = new RegExp(
  `<\\s*/?(?:${THOUGHT_TAGS.join('|')})(?:[\\s/][^<>]{0,200})?>|\\[/?THINK\\]|◁/?think▷`,
  'gi',
);
