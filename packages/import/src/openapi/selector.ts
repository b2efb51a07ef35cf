import { suggestName } from '@toolwright/contract';

/** Which operations are imported; all without a selection. */
export interface Selection {
  readonly tags?: readonly string[];
  /** Whole paths, or their beginnings with `*`. */
  readonly paths?: readonly string[];
  /** Operation ids, or `GET /pets`. */
  readonly operations?: readonly string[];
}

/** Selects operations, and knows which parts of the selection no operation fits. */
export class Selector {
  readonly #wanted: Selection;
  readonly #tags = new Set<unknown>();
  readonly #paths = new Set<string>();
  readonly #operations = new Set<unknown>();

  constructor(wanted: Selection) {
    this.#wanted = wanted;
  }

  takes(
    { tags: given, operationId }: Readonly<Record<string, unknown>>,
    { path, place }: { readonly path: string; readonly place: string },
  ): boolean {
    const own: readonly unknown[] = Array.isArray(given) ? given : [];
    for (const tag of own) this.#tags.add(tag);
    this.#paths.add(path);
    this.#operations.add(operationId).add(place);
    const { tags, paths, operations } = this.#wanted;
    return (
      (tags === undefined || tags.some((tag) => own.includes(tag))) &&
      (paths === undefined || paths.some((wanted) => isOfPath(wanted, path))) &&
      (operations === undefined || operations.some((one) => one === operationId || one === place))
    );
  }

  /** Says which tags, paths and operations the document does not have. */
  tellMissing(note: (place: string, message: string) => void): void {
    const { tags = [], paths = [], operations = [] } = this.#wanted;
    const tell = (what: string, wanted: string, names: ReadonlySet<unknown>): void =>
      note(wanted, `no operation has this ${what}. ${suggestName(wanted, [...names].filter(isText))}`);
    for (const tag of tags) if (!this.#tags.has(tag)) tell('tag', tag, this.#tags);
    for (const one of paths)
      if (![...this.#paths].some((path) => isOfPath(one, path))) tell('path', one, this.#paths);
    for (const one of operations) if (!this.#operations.has(one)) tell('name', one, this.#operations);
  }
}

function isOfPath(wanted: string, path: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
