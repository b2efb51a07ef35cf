/** The patch of a file as far as it has been read. It knows how many lines lie before a position. */
export class PatchText {
  /** The line that was found last, and the numbers that it has in both versions. Who reads on does not count from the beginning again. */
  #line = { start: 0, end: -1, before: 0, after: 0 };

  constructor(
    readonly text: string,
    /** Whether this is the whole patch. */
    readonly isWhole: boolean,
  ) {}

  /**
   * A part of the patch. A part that begins within a hunk gets a header, so that its lines can be counted: `@@ -120 +1151 @@ (continued)`.
   */
  part(start: number, length: number): string {
    const part = this.text.slice(start, start + length);
    if (start === 0 || part.startsWith('@@')) return part;
    const line = this.#lineAt(start);
    const within = line.start === start ? '' : `${this.text.charAt(line.start)}…`;
    return `@@ -${line.before} +${line.after} @@ (continued)\n${within}${part}`;
  }

  /** Whether a line has more characters. */
  hasLineLongerThan(characters: number): boolean {
    const { text } = this;
    for (let start = 0; text.length - start > characters; ) {
      const end = text.slice(start, start + characters + 1).lastIndexOf('\n');
      if (end === -1) return true;
      start += end + 1;
    }
    return false;
  }

  #lineAt(position: number) {
    if (position < this.#line.start || this.#line.end === -1)
      this.#line = { start: 0, end: this.#endOf(0), before: 0, after: 0 };
    const line = this.#line;
    while (position > line.end) {
      this.#count(this.text.slice(line.start, Math.min(line.end, line.start + LONGEST_HEADER)));
      line.start = line.end + 1;
      line.end = this.#endOf(line.start);
    }
    return line;
  }

  #endOf(start: number): number {
    const end = this.text.indexOf('\n', start);
    return end === -1 ? this.text.length : end;
  }

  #count(text: string): void {
    const line = this.#line;
    const [, before, after] = text.startsWith('@@') ? (/^@@ -(\d+)[^+]*\+(\d+)/.exec(text) ?? []) : [];
    if (before !== undefined) Object.assign(line, { before: Number(before), after: Number(after) });
    else if (!text.startsWith('\\')) {
      if (!text.startsWith('+')) line.before += 1;
      if (!text.startsWith('-')) line.after += 1;
    }
  }
}

const LONGEST_HEADER = 200;
