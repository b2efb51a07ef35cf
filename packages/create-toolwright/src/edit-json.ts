/** Entries to add to an object at the top level of a JSON text. */
export interface Addition {
  readonly key: string;
  readonly entries: Readonly<Record<string, string>>;
}

/**
 * Adds entries to a JSON text and keeps every other character: numbers, escapes, order and layout. `jsonc-parser` would reformat
 * neighbouring values (tried with 3.3.1).
 * @param text A JSON object. If there is a value under `key`, it must also be an object.
 */
export function addToJson(text: string, { key, entries }: Addition): string {
  const style = styleOf(text);
  const root = findObject(text);
  const existing = root.members.get(key);
  const unit = style.unit;
  if (existing !== undefined) return insert(text, existing, entryLines(entries), unit.repeat(2), style);
  const value = style.isCompact
    ? `{${entryLines(entries).join(`,${style.gap}`)}}`
    : `{${style.newline}${entryLines(entries)
        .map((line) => unit.repeat(2) + line)
        .join(`,${style.newline}`)}${style.newline}${unit}}`;
  return insert(text, root, [`${JSON.stringify(key)}:${style.gap}${value}`], unit, style);

  function entryLines(added: Readonly<Record<string, string>>): string[] {
    return Object.entries(added).map(
      ([name, content]) => `${JSON.stringify(name)}:${style.gap}${JSON.stringify(content)}`,
    );
  }
}

/** The offsets of an object in a text. */
interface FoundObject {
  /** The offset just after the opening brace. */
  readonly start: number;
  /** The offset just before the closing brace. */
  readonly end: number;
  /** The offset just after the last member; equals `start` in an empty object. */
  readonly last: number;
}

interface Style {
  readonly newline: string;
  /** One level of indentation. */
  readonly unit: string;
  /** The whitespace after a colon. */
  readonly gap: string;
  /** Whether everything is on one line. */
  readonly isCompact: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** Finds the object in the text, and the objects among its members. If a key is repeated, the last one is used, as in JSON.parse. */
function findObject(text: string): FoundObject & { readonly members: ReadonlyMap<string, FoundObject> } {
  const members = new Map<string, FoundObject>();
  const open: { start: number; last: number }[] = [];
  let key = '';
  let string = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') open.push({ start: index + 1, last: index + 1 });
    else if (token === '}' || token === ']') {
      open.pop();
      const outer = open.at(-1);
      if (inner === undefined) continue;
      if (outer === undefined) return { ...inner, end: index, members };
      outer.last = index + 1;
      if (open.length === 1 && token === '}') members.set(key, { ...inner, end: index });
    } else if (inner !== undefined) {
      inner.last = index + token.length;
      if (open.length === 1 && token === ':') key = JSON.parse(string);
      if (token.startsWith('"')) string = token;
    }
  }
  throw new TypeError('The text is not a JSON object.');
}

function insert(
  text: string,
  place: FoundObject,
  lines: readonly string[],
  indent: string,
  style: Style,
): string {
  const { start, end, last } = place;
  const inside = text.slice(start, end);
  const isEmpty = last === start;
  if (isEmpty ? style.isCompact : !inside.includes('\n')) {
    const added = (isEmpty ? '' : `,${style.gap}`) + lines.join(`,${style.gap}`);
    return text.slice(0, last) + added + text.slice(last);
  }
  const own = isEmpty ? indent : (/\n([ \t]*)\S/.exec(inside)?.[1] ?? indent);
  const added = lines.map((line) => style.newline + own + line).join(',');
  const after = isEmpty ? style.newline + indent.slice(style.unit.length) : text.slice(last, end);
  return `${text.slice(0, last)}${isEmpty ? '' : ','}${added}${after}${text.slice(end)}`;
}

function styleOf(text: string): Style {
  const [, unit] = /\{\r?\n([ \t]+)/.exec(text) ?? [];
  // The style of an empty object is not known yet.
  const isCompact = unit === undefined && /^\s*\{\s*"/.test(text);
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    unit: unit ?? '  ',
    gap: isCompact && !/":\s/.test(text) ? '' : ' ',
    isCompact,
  };
}
