export interface FoundElements {
  /** What stands in each outermost pair of tags, without the space around it. */
  readonly contents: readonly string[];
  /** An opening tag has no closing one. */
  readonly unclosed: boolean;
}

/**
 * The elements of one name in a text, as models write them: attributes are skipped, nothing is unescaped, and what else stands in
 * the text does not matter.
 * @param name made of letters, digits, `_`, `.` and `-`
 */
export function findElements(text: string, name: string): FoundElements {
  const contents: string[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(tagPattern(name))) {
    const [whole, closing, empty] = tag;
    if (empty === '/') {
      if (depth === 0) contents.push('');
    } else if (closing === '') {
      if (depth++ === 0) start = tag.index + whole.length;
    } else if (depth > 0 && --depth === 0) contents.push(text.slice(start, tag.index).trim());
  }
  return { contents, unclosed: depth > 0 };
}

/** A text without its outermost elements of some names; what an element that is never closed holds goes as well. */
export function withoutElements(text: string, names: readonly string[]): string {
  return names.reduce((left, name) => withoutElement(left, name), text);
}

function withoutElement(text: string, name: string): string {
  let depth = 0;
  let end = 0;
  let left = '';
  for (const { 0: whole, 1: closing, 2: empty, index } of text.matchAll(tagPattern(name))) {
    if (empty === '/') continue;
    if (closing === '' && depth++ === 0) left += text.slice(end, index);
    if (closing === '/' && depth > 0 && --depth === 0) end = index + whole.length;
  }
  return depth > 0 ? left : left + text.slice(end);
}

/** Whether a tag without content stands in a text: `<done/>`, or `<done>`. */
export function hasSignal(text: string, name: string): boolean {
  return tagPattern(name).test(text);
}

function tagPattern(name: string): RegExp {
  return new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?:\\s[^<>]*?)?(/?)>`, 'g');
}
