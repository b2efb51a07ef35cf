import { type Span, withoutSpans } from './spans.js';

export interface FoundElements {
  /** The contents of each outermost element, without surrounding whitespace. */
  readonly contents: readonly string[];
  /** Whether an opening tag has no closing tag. */
  readonly unclosed: boolean;
}

/**
 * Finds the elements with a given name in model output: attributes are skipped, nothing is unescaped, and all other text is
 * ignored.
 * @param name may contain letters, digits, `_`, `.` and `-`
 */
export function findElements(text: string, name: string): FoundElements {
  const { elements, openAt } = outermost(text, name);
  return { contents: elements.map(({ content }) => content.trim()), unclosed: openAt !== undefined };
}

/** Removes the outermost elements with the given names, including an unclosed element and everything after it. */
export function withoutElements(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => {
    const { elements, openAt } = outermost(left, name);
    const open = openAt === undefined ? [] : [{ start: openAt, end: left.length }];
    return withoutSpans(left, [...elements.filter(({ isEmpty }) => !isEmpty), ...open]);
  }, text);
}

/** Whether text contains a signal tag: `<done/>` or `<done>`. */
export function hasSignal(text: string, name: string): boolean {
  return tagPattern(name).test(text);
}

interface Element extends Span {
  readonly content: string;
  /** Whether this is an empty-element tag, `<name/>`. */
  readonly isEmpty: boolean;
}

function outermost(text: string, name: string): { elements: Element[]; openAt: number | undefined } {
  const elements: Element[] = [];
  let depth = 0;
  let start = 0;
  let contentStart = 0;
  for (const { 0: tag, 1: closing, 2: empty, index } of text.matchAll(tagPattern(name))) {
    const end = index + tag.length;
    if (empty === '/') {
      if (depth === 0) elements.push({ start: index, end, content: '', isEmpty: true });
    } else if (closing === '') {
      if (depth++ > 0) continue;
      start = index;
      contentStart = end;
    } else if (depth > 0 && --depth === 0) {
      elements.push({ start, end, content: text.slice(contentStart, index), isEmpty: false });
    }
  }
  return { elements, openAt: depth > 0 ? start : undefined };
}

function tagPattern(name: string): RegExp {
  return new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?:\\s[^<>]*?)?(/?)>`, 'g');
}
