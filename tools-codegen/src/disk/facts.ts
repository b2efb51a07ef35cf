/** What a run saw of the disk. While all of it holds, another run would see, and make, the same. All paths are absolute. */
export interface Facts {
  /** Files that were read. */
  readonly files: Readonly<Record<string, Fact>>;
  /** Folders that were listed. */
  readonly listings: Readonly<Record<string, Fact>>;
  /** Files that were there, though nobody read them. */
  readonly present: readonly string[];
  /** Files that were not there: one of them could win where modules are sought. */
  readonly missing: readonly string[];
  /** Folders that were there, and that were not. */
  readonly folders: Readonly<Record<string, boolean>>;
  /** Where paths lead. */
  readonly links: Readonly<Record<string, string>>;
}

/** The hash of a content, and the stamp of the file or folder; no stamp where the content alone can be trusted. */
export type Fact = readonly [hash: string, stamp?: string];

/** The files that were read, without dependencies. */
export function projectFilesOf(facts: Facts): string[] {
  return Object.keys(facts.files).filter((file) => !file.includes('/node_modules/'));
}

/** The facts of two runs, the later one's where both looked at the same. */
export function joinFacts(earlier: Facts, later: Facts): Facts {
  const present = new Set([...Object.keys(later.files), ...later.present]);
  const missing = new Set(later.missing);
  return {
    files: { ...without(earlier.files, missing), ...later.files },
    listings: { ...earlier.listings, ...later.listings },
    present: [...new Set([...earlier.present.filter((file) => !missing.has(file)), ...later.present])],
    missing: [...new Set([...earlier.missing.filter((file) => !present.has(file)), ...later.missing])],
    folders: { ...earlier.folders, ...later.folders },
    links: { ...earlier.links, ...later.links },
  };
}

function without<T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}
