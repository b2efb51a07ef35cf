/** A block of a description. */
export type TextBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'code'; readonly text: string };

/**
 * Parses the paragraphs, lists and fenced code of a JSDoc text. Everything else is plain text: a description can come from any package, and
 * must not become markup.
 */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  let items: string[] = [];
  const close = (): void => {
    if (lines.length > 0) blocks.push({ type: 'paragraph', text: lines.join(' ') });
    if (items.length > 0) blocks.push({ type: 'list', items });
    lines = [];
    items = [];
  };
  const source = text.split('\n').map((line) => ({ line, plain: line.trim() }));
  const lastFence = source.findLastIndex(({ plain }) => plain === FENCE);
  for (let index = 0; index < source.length; index += 1) {
    const { plain } = source[index] ?? { plain: '' };
    const item = /^[-*] (.*)$/.exec(plain)?.[1];
    if (plain.startsWith(FENCE) && index < lastFence) {
      close();
      const start = index + 1;
      do index += 1;
      while (source[index]?.plain !== FENCE);
      const code = source.slice(start, index).map(({ line }) => line);
      blocks.push({ type: 'code', text: code.join('\n') });
    } else if (item !== undefined) {
      if (lines.length > 0) close();
      items.push(item);
    } else if (plain === '') close();
    else if (items.length > 0) items.push(`${items.pop()} ${plain}`);
    else lines.push(plain);
  }
  close();
  return blocks;
}

const FENCE = '```';

/** A part of a line. */
export type TextSpan = { readonly type: 'text' | 'code'; readonly text: string };

/** Matches a Markdown link. A link is shown as its text and its URL, so that readers see where it leads. */
const LINK = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>]{1,500})\)/g;

/** Splits a line into text and `code`. An unpaired backtick is text. */
export function textSpans(line: string): readonly TextSpan[] {
  const parts = line.replace(LINK, '$1 ($2)').split('`');
  const whole = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), parts.slice(-2).join('`')];
  return whole
    .map((text, index): TextSpan => ({ type: index % 2 === 1 ? 'code' : 'text', text }))
    .filter(({ text }) => text !== '');
}

/** Returns an example without its fence. */
export function plainCode(text: string): string {
  return /^```[\w-]*\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text;
}
