/** A part of a line of Markdown. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly parts: readonly Inline[] };

interface Frame {
  /** What opened it, such as `**` or `[`; empty for the whole text. */
  readonly mark: string;
  readonly parts: Inline[];
}

/** The maximum number of marks that are open at once, which keeps the time linear. Others are text. */
const MAX_OPEN = 20;
const KINDS = { '**': 'strong', __: 'strong', '*': 'emphasis', _: 'emphasis', '~~': 'deleted' } as const;

/** Reads emphasis, code, links and addresses, in linear time. What is not closed stays text; images become links. */
export function readInline(text: string): readonly Inline[] {
  const reader = new InlineReader(text);
  return reader.read();
}

class InlineReader {
  readonly #text: string;
  readonly #frames: Frame[] = [{ mark: '', parts: [] }];
  /** The positions of runs of backticks, by their length, last first. */
  readonly #ticks = new Map<number, number[]>();

  constructor(text: string) {
    this.#text = text;
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      const known = this.#ticks.get(run.length);
      if (known === undefined) this.#ticks.set(run.length, [index]);
      else known.push(index);
    }
    for (const positions of this.#ticks.values()) positions.reverse();
  }

  read(): readonly Inline[] {
    const token = /\\[!-/:-@[-`{-~]|`+|\*\*|__|~~|[*_]|!?\[|\]\(|\]|<?https?:\/\/[^\s<>"'`()[\]]+>?/g;
    let at = 0;
    for (let match = token.exec(this.#text); match !== null; match = token.exec(this.#text)) {
      this.#add(this.#text.slice(at, match.index));
      at = match.index + this.#take(match[0], match.index);
      token.lastIndex = at;
    }
    this.#add(this.#text.slice(at));
    while (this.#frames.length > 1) this.#giveUp();
    return this.#frames[0]?.parts ?? [];
  }

  /** Takes a token. Returns the number of characters that it has. */
  #take(token: string, at: number): number {
    if (token.startsWith('\\')) this.#add(token.slice(1));
    else if (token.startsWith('`')) return this.#code(token, at);
    else if (/^<?http/.test(token)) this.#address(token);
    else if (token === '[' || token === '![') this.#open(token);
    else if (token.startsWith(']')) return this.#close(token, at);
    else {
      // Of `***`, the first mark ends what was opened last.
      const [first = ''] = token;
      const isSingle = this.#top().mark === first && this.#text[at + token.length] === first;
      const mark = isSingle ? first : token;
      this.#emphasis(mark as keyof typeof KINDS, at); // the only tokens that are left
      return mark.length;
    }
    return token.length;
  }

  #add(text: string): void {
    if (text === '') return;
    const parts = this.#top().parts;
    const last = parts.at(-1);
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text };
    else parts.push({ kind: 'text', text });
  }

  #code(ticks: string, at: number): number {
    const positions = this.#ticks.get(ticks.length) ?? [];
    while ((positions.at(-1) ?? Infinity) <= at) positions.pop();
    const end = positions.at(-1);
    if (end === undefined) {
      this.#add(ticks);
      return ticks.length;
    }
    const inner = this.#text.slice(at + ticks.length, end);
    this.#top().parts.push({ kind: 'code', text: inner.replace(/^ (?=\S)|(?<=\S) $/g, '') });
    return end + ticks.length - at;
  }

  #address(token: string): void {
    const isMarked = token.startsWith('<');
    const whole = isMarked ? token.replace(/^<|>$/g, '') : token;
    let { length } = whole;
    while (!isMarked && '.,;:!?*_~>'.includes(whole[length - 1] ?? ' ')) length--;
    const url = whole.slice(0, length);
    const rest = whole.slice(length);
    if (isOpenable(url)) this.#top().parts.push({ kind: 'link', url, parts: [{ kind: 'text', text: url }] });
    else this.#add(url);
    this.#add(rest);
  }

  #open(mark: string): void {
    if (this.#frames.length > MAX_OPEN) this.#add(mark);
    else this.#frames.push({ mark, parts: [] });
  }

  /** Ends a link, if an address follows. */
  #close(token: string, at: number): number {
    const opened = this.#frames.findLastIndex(({ mark }) => mark.endsWith('['));
    const target = token === '](' ? findTarget(this.#text, at + 2) : undefined;
    if (opened === -1 || target === undefined || !isOpenable(target.url)) {
      this.#add(']');
      return 1;
    }
    while (this.#frames.length > opened + 1) this.#giveUp();
    const frame = this.#frames.pop();
    const parts = frame?.parts ?? [];
    const shown = parts.length > 0 ? parts : [{ kind: 'text' as const, text: target.url }];
    this.#top().parts.push({ kind: 'link', url: target.url, parts: shown });
    return target.end - at;
  }

  #emphasis(mark: keyof typeof KINDS, at: number): void {
    const before = this.#text[at - 1] ?? ' ';
    const after = this.#text[at + mark.length] ?? ' ';
    const isWithinWord = mark.startsWith('_') && /\w/.test(before) && /\w/.test(after);
    const opened = this.#frames.findLastIndex((frame) => frame.mark === mark);
    if (isWithinWord) this.#add(mark);
    else if (opened > 0 && /\S/.test(before)) {
      while (this.#frames.length > opened + 1) this.#giveUp();
      const frame = this.#frames.pop();
      this.#top().parts.push({ kind: KINDS[mark], parts: frame?.parts ?? [] });
    } else if (/\S/.test(after)) this.#open(mark);
    else this.#add(mark);
  }

  /** Turns what opened the last frame into text. */
  #giveUp(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    this.#add(frame.mark);
    for (const part of frame.parts) {
      if (part.kind === 'text') this.#add(part.text);
      else this.#top().parts.push(part);
    }
  }

  #top(): Frame {
    // The first frame is never removed.
    return this.#frames[this.#frames.length - 1] as Frame;
  }
}

/** Reads the address of a link and skips its title. Stops at what no address has, so that all links together take linear time. */
function findTarget(text: string, from: number): { readonly url: string; readonly end: number } | undefined {
  const pattern = /<?([^\s()<>]*)>?(?:[ \t]+(?:"[^"()\n]*"|'[^'()\n]*'))?\)/y;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match?.[1] === undefined ? undefined : { url: match[1], end: pattern.lastIndex };
}

/** Whether the page offers a link to an address. */
function isOpenable(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)./i.test(url) && url.length <= 2_000 && URL.canParse(url);
}
