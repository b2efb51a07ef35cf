/** One part of a comment: its text, or that of a tag. */
export interface CommentPart {
  /** Empty for the text before all tags. */
  readonly tag: string;
  readonly text: string;
  /** The first and the last line in the comment, which count from 0. */
  readonly lines: readonly [number, number];
}

/** Tags that a name follows. */
const NAMED = /^(?:param|arg|argument|property|prop)$/;
/** Tags that become a keyword of the schema. */
const KEYWORDS: Readonly<Record<string, string>> = {
  default: 'default',
  defaultValue: 'default',
  example: 'examples',
  writeOnly: 'writeOnly',
  deprecated: 'deprecated',
  integer: 'integer',
};
const CONSTRAINT =
  /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|format|minItems|maxItems|uniqueItems)$/;

/** The parts of a raw comment, divided at tags that begin a line outside of fences. */
export function readParts(comment: string): readonly CommentPart[] {
  const parts: { tag: string; text: string; lines: [number, number] }[] = [];
  let last = { tag: '', text: '', lines: [0, 0] as [number, number] };
  parts.push(last);
  let isFenced = false;
  for (const [index, raw] of comment.slice(3, -2).split('\n').entries()) {
    const line = raw.replace(/^\s*\*?\s*/, '');
    if (/^(?:```[^`]*|~~~.*)$/.test(line.trim())) isFenced = !isFenced;
    const [, tag, text = ''] = isFenced ? [] : (TAG.exec(line) ?? []);
    if (tag === undefined) last.text += `\n${line}`;
    else {
      last = { tag, text, lines: [index, index] };
      parts.push(last);
    }
    last.lines[1] = index;
  }
  return parts;
}

/** Names of packages, addresses and calls begin lines, too. */
const TAG = /^@([A-Za-z]\w*)(?=\s|\{|$)(.*)$/s;

/** Tags for people, as docs/tools.md lists them, and the marks of codegen. */
const FOR_PEOPLE =
  /^(?:see|link|throws|exception|author|since|version|todo|license|copyright|internal|beta|alpha|experimental|public|private|protected|readonly|override|category|group|module|template|typeParam|type|typedef|callback|tool|resource|schema|hidden|privateRemarks|lintIgnore|temporaryFiles)$/;

/** Whether a part is text for the schema. An unknown tag is none, so a line of output has to name it. */
export function isShown({ tag }: CommentPart): boolean {
  return !FOR_PEOPLE.test(tag);
}

/** The keyword that a tag becomes. */
export function keywordOf({ tag }: CommentPart): string | undefined {
  return CONSTRAINT.test(tag) ? tag : KEYWORDS[tag];
}

/** The words that the schema shows of a part, without the type and the name that follow its tag. */
export function shownText({ tag, text }: CommentPart): string {
  const links = text.replace(
    /\{@link(?:code|plain)?\s+([^\s|}]*)\s*\|?\s*([^}]*)\}/g,
    (_, target: string, label: string) => (label.trim() === '' ? target : label),
  );
  if (tag === '') return links;
  // A former name may follow that of a parameter.
  if (tag === 'was') return /\S*$/.exec(links.trim())?.[0] ?? '';
  const typeless = links.replace(/^\s*\{(?!@)(?:[^{}]|\{[^{}]*\})*\}/, '');
  return !NAMED.test(tag) ? typeless : typeless.replace(/^\s*(?:\[[^\]]*(?:\[\][^\]]*)?\]|\S+)/, '');
}

/** The parameter or the member of which a tag `@param` says something. */
export function ownerOf(part: CommentPart): string | undefined {
  if (!/^(?:param|arg|argument)$/.test(part.tag) || wordsOf(shownText(part)) === '') return undefined;
  return /^\s*(?:\{(?!@)(?:[^{}]|\{[^{}]*\})*\}\s*)?\[?([^\s=\]]+)/.exec(part.text)?.[1];
}

/** Letters and digits only: how a text is wrapped, and its punctuation, do not count. */
export function wordsOf(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** All texts of a schema as words, and its keys. */
export function wordsOfJson(json: unknown): {
  readonly texts: readonly string[];
  readonly keys: ReadonlySet<string>;
} {
  const texts: string[] = [];
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(` ${wordsOf(value)} `);
    if (typeof value === 'string') keys.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        keys.add(key);
        texts.push(` ${wordsOf(key)} `);
      }
      visit(inner);
    }
  };
  visit(json);
  return { texts, keys };
}
