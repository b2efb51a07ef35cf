export interface FoundFence {
  /** The first word behind the opening fence, in small letters. */
  readonly language: string;
  readonly content: string;
  /** False where the text ends within the block. */
  readonly closed: boolean;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/;

/** The fenced code blocks of a Markdown text, in order. @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function findFences(text: string): FoundFence[] {
  const fences: FoundFence[] = [];
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) {
      const [, fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence !== undefined) open = { fence, language: language.toLowerCase(), lines: [] };
    } else if (closes(line, open.fence)) {
      fences.push({ language: open.language, content: open.lines.join('\n'), closed: true });
      open = undefined;
    } else open.lines.push(line);
  }
  if (open) fences.push({ language: open.language, content: open.lines.join('\n'), closed: false });
  return fences;
}

/** A text without its code blocks of some languages, in small letters. */
export function withoutFences(text: string, languages: readonly string[]): string {
  if (languages.length === 0) return text;
  const left: string[] = [];
  let open: { readonly fence: string; readonly dropped: boolean } | undefined;
  for (const line of text.split('\n')) {
    if (open !== undefined) {
      if (!open.dropped) left.push(line);
      if (closes(line, open.fence)) open = undefined;
      continue;
    }
    const [, fence, language = ''] = OPENING.exec(line) ?? [];
    if (fence !== undefined) open = { fence, dropped: languages.includes(language.toLowerCase()) };
    if (!open?.dropped) left.push(line);
  }
  return left.join('\n');
}

/** A block that a content cannot end. */
export function writeFence(language: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

function closes(line: string, opening: string): boolean {
  const [, fence] = CLOSING.exec(line) ?? [];
  return fence !== undefined && fence[0] === opening[0] && fence.length >= opening.length;
}
