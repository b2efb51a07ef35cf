import { clip } from '../paging/clip.js';
import { type TokenBudget, tokensOf } from '../paging/token-budget.js';
import { headLength, numberLines } from './patch-part.js';
import type { PatchText } from './patch-text.js';
import type { ChangedFile } from './read-changes.js';
import type { PatchReader } from './read-patch.js';

/** A place in the patches of a diff, as `next` names it. */
export interface DiffPosition {
  /**
   * The place of the file among those with patches.
   * @minimum 0
   * @integer
   */
  file: number;
  /**
   * 0 for the beginnings of patches; else where to read on in the patch of the file.
   * @minimum 0
   * @integer
   */
  character: number;
}

export interface Patch {
  path: string;
  /** A unified diff without file headers. Before each line stand the number that it has in the new version, and a tab. */
  patch: string;
  /** The patch is longer. */
  cut: boolean;
}

export interface PatchPage {
  readonly patches: Patch[];
  readonly next?: DiffPosition;
  /** The number of patches that a partial clone lacks. */
  readonly notCloned: number;
}

export interface PatchRange {
  readonly from: DiffPosition;
  /** The maximum length of the beginning of a patch, in characters. */
  readonly each: number;
  /** The maximum length of a line. Of a patch with a longer one, only its beginning is shown. */
  readonly longest: number;
  readonly budget: TokenBudget;
  readonly signal?: AbortSignal | undefined;
}

const MAX_READ = 60;
const AT_ONCE = 4;
const MAX_HEAD_TOKENS = 4_000;
/** How many characters are shown of a patch with a line that is too long. */
const SUMMED_UP = 300;

/**
 * One page of patches. The beginnings of all patches come first, so that the first page shows every file; then the rest of each longer
 * patch follows. A reader who follows `next` to the end sees every line of every patch.
 */
export async function readPatches(
  reader: PatchReader,
  files: readonly ChangedFile[],
  range: PatchRange,
): Promise<PatchPage> {
  const page = new PageOfPatches(range);
  const { from, each, signal } = range;
  const end = Math.min(files.length, from.file + MAX_READ);
  await reader.prepare(files.slice(from.file, end), signal);
  for (let start = from.file; start < end; start += AT_ONCE) {
    const batch = files.slice(start, Math.min(end, start + AT_ONCE));
    // The first file may continue far behind the beginning of its patch.
    const wanted = (index: number) => each + (start + index === from.file ? from.character : 0) + page.room;
    const read = await Promise.all(batch.map((file, index) => reader.read(file, wanted(index), signal)));
    for (const [index, patch] of read.entries()) {
      const next = page.add(start + index, batch[index]?.path ?? '', patch);
      if (next) return page.end(next);
    }
  }
  return page.end(end < files.length ? { file: end, character: from.character === 0 ? 0 : 1 } : undefined);
}

class PageOfPatches {
  readonly #patches: Patch[] = [];
  readonly #range: PatchRange;
  #longer: DiffPosition | undefined;
  #notCloned = 0;

  constructor(range: PatchRange) {
    this.#range = range;
  }

  /** The number of characters that still fit. */
  get room(): number {
    return this.#range.budget.characters;
  }

  /** Adds a part of a patch. Returns the position to continue from if the page is full. */
  add(file: number, path: string, patch: PatchText | undefined): DiffPosition | undefined {
    if (patch === undefined) this.#notCloned += 1;
    else if (patch.text !== '')
      return this.#range.from.character === 0
        ? this.#addHead(file, path, patch)
        : this.#addRest(file, path, patch);
    return undefined;
  }

  end(next: DiffPosition | undefined): PatchPage {
    const { from } = this.#range;
    // Patches of earlier pages may be longer as well; 1 means the end of the beginning.
    const longer =
      from.character > 0 ? undefined : from.file === 0 ? this.#longer : { file: 0, character: 1 };
    const position = next ?? longer;
    return { patches: this.#patches, notCloned: this.#notCloned, ...(position && { next: position }) };
  }

  #addHead(file: number, path: string, patch: PatchText): DiffPosition | undefined {
    const summed = this.#sumUp(patch);
    const length = this.#headLength(patch.text);
    const cut = length < patch.text.length;
    const shown = { path, patch: summed ?? numberLines(patch.part(0, length)), cut };
    if (!this.#range.budget.take(shown) && this.#patches.length > 0) return { file, character: 0 };
    this.#patches.push(shown);
    if (cut && summed === undefined) this.#longer ??= { file, character: length };
    return undefined;
  }

  #addRest(file: number, path: string, patch: PatchText): DiffPosition | undefined {
    const { from, budget } = this.#range;
    if (this.#sumUp(patch) !== undefined) return undefined;
    const { length: end } = patch.text;
    const head = this.#headLength(patch.text);
    let start = file === from.file ? Math.max(from.character, head) : head;
    // Text with many tokens is shown in smaller pieces.
    for (let size = budget.characters; start < end && size > 100; ) {
      const length = headLength(patch.text, size, start);
      const cut = start + length < end;
      const shown = { path, patch: numberLines(patch.part(start, length)), cut };
      if (budget.take(shown)) {
        this.#patches.push(shown);
        start += length;
        size = budget.characters;
      } else size = Math.floor(size / 2);
    }
    return start < end ? { file, character: start } : undefined;
  }

  /** What is shown of a patch with a line that is too long; undefined for others. */
  #sumUp(patch: PatchText): string | undefined {
    const { longest } = this.#range;
    if (!patch.hasLineLongerThan(longest)) return undefined;
    return `${clip(patch.text, SUMMED_UP)}… (a line has more than ${longest} characters: gitDiff shows it if the file is one of its "paths")`;
  }

  /** The length of a patch's beginning, the same on every page. Text with many tokens has a shorter beginning. */
  #headLength(patch: string): number {
    let length = headLength(patch, this.#range.each);
    while (tokensOf(patch.slice(0, length)) > MAX_HEAD_TOKENS) length = headLength(patch, length >> 1);
    return length;
  }
}
