import { largestOf } from '@toolwright/contract';
import { type Span, withoutSpans } from './spans.js';

/** A fenced Markdown code block, including its fences. */
export interface FoundFence extends Span {
  /** The first word after the opening fence, in lower case. */
  readonly language: string;
  readonly content: string;
  /** False if the text ends within the block. */
  readonly closed: boolean;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/;

/** Returns the fenced code blocks of Markdown text, in order. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function findFences(text: string): FoundFence[] {
  const fences: FoundFence[] = [];
  let open: { fence: string; language: string; start: number; contentStart: number } | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length + 1;
    if (open === undefined) {
      const [, fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence !== undefined) open = { fence, language: language.toLowerCase(), start, contentStart: end };
    } else if (closes(line, open.fence)) {
      const content = text.slice(open.contentStart, Math.max(open.contentStart, start - 1));
      fences.push({ language: open.language, content, closed: true, start: open.start, end });
      open = undefined;
    }
    start = end;
  }
  if (open !== undefined) {
    const content = text.slice(open.contentStart);
    fences.push({ language: open.language, content, closed: false, start: open.start, end: text.length });
  }
  return fences;
}

/** Removes the code blocks in the given languages, which must be in lower case. */
export function withoutFences(text: string, languages: readonly string[]): string {
  return withoutSpans(
    text,
    findFences(text).filter(({ language }) => languages.includes(language)),
  );
}

/** Writes a code block with a fence that is too long for the content to close it. */
export function writeFence(language: string, content: string): string {
  const longest = largestOf(
    [...content.matchAll(/`+/g)].map(([run]) => run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

function closes(line: string, opening: string): boolean {
  const [, fence] = CLOSING.exec(line) ?? [];
  return fence !== undefined && fence[0] === opening[0] && fence.length >= opening.length;
}
