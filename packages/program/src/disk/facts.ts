/**
 * Everything that a run observed on the disk. As long as all of it still holds, another run would give the same result. All paths are
 * absolute.
 */
export interface Facts {
  readonly files: Readonly<Record<string, Fact>>;
  readonly listings: Readonly<Record<string, Fact>>;
  /** Files that were found but not read. */
  readonly present: readonly string[];
  /** Files that were looked for but not found. If one of them is added, module resolution may choose it. */
  readonly missing: readonly string[];
  /** Whether each folder that was looked for existed. */
  readonly folders: Readonly<Record<string, boolean>>;
  /** The target of each resolved path. */
  readonly links: Readonly<Record<string, string>>;
}

/** The hash of the content, and the stamp of the file or folder. Without a stamp, only comparing the content is reliable. */
export type Fact = readonly [hash: string, stamp?: string];

/** Lists the files that were read, except dependencies. */
export function projectFilesOf(facts: Facts): string[] {
  return withoutDependencies(Object.keys(facts.files));
}

export function withoutDependencies(files: readonly string[]): string[] {
  return files.filter((file) => !file.includes('/node_modules/'));
}

/** Joins the facts of two runs. The later facts take precedence. */
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

/**
 * Whether the disk changed between two runs, other than in the content of some files. The later run observed only a part of the disk.
 * @param changed The files whose content may differ.
 */
export function contradict(earlier: Facts, later: Facts, changed: readonly string[]): boolean {
  const [there, nowThere] = [found(earlier), found(later)];
  const mayDiffer = new Set(changed);
  return (
    differ(earlier.files, later.files, ([hash], [now], file) => hash !== now && !mayDiffer.has(file)) ||
    differ(earlier.listings, later.listings, ([hash], [now]) => hash !== now) ||
    differ(earlier.folders, later.folders, (was, is) => was !== is) ||
    differ(earlier.links, later.links, (was, is) => was !== is) ||
    later.missing.some((file) => there.has(file)) ||
    earlier.missing.some((file) => nowThere.has(file))
  );
}

function found({ files, present }: Facts): Set<string> {
  return new Set([...Object.keys(files), ...present]);
}

function differ<T>(
  earlier: Readonly<Record<string, T>>,
  later: Readonly<Record<string, T>>,
  isOther: (was: T, is: T, path: string) => boolean,
): boolean {
  return Object.entries(later).some(([path, is]) => {
    const was = earlier[path];
    return was !== undefined && isOther(was, is, path);
  });
}

function without<T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}
