const MARK = /toolwright_(import|local)_([0-9a-f]+)/g;

/** A name that a file must import. */
export interface Wanted {
  readonly module: string;
  readonly name: string;
  readonly isType: boolean;
}

/** Returns what stands for an imported name until it is known what else the file calls so. */
export function importMark(module: string, name: string, kind: 'value' | 'type' = 'value'): string {
  return `toolwright_local_${Buffer.from(`${kind} ${name} ${module}`).toString('hex')}`;
}

/** Returns what stands for the name in an import: `name`, or `name as local`. */
export function specifierMark(mark: string): string {
  return mark.replace('_local_', '_import_');
}

/** Finds what the marks of a text stand for, by mark. */
export function wantedImports(text: string): ReadonlyMap<string, Wanted> {
  const marks = new Set(Array.from(text.matchAll(MARK), ([mark]) => mark));
  return new Map(
    [...marks].map((mark) => {
      const given = Buffer.from(mark.slice(mark.lastIndexOf('_') + 1), 'hex').toString('utf8');
      const [kind, name = '', ...module] = given.split(' ');
      return [mark, { module: module.join(' '), name, isType: kind === 'type' }] as const;
    }),
  );
}

/**
 * Writes names for the marks of a text.
 * @param known the local names of what the file imported before, by mark
 * @param taken the names that have another meaning in the file
 */
export function withLocalNames(
  text: string,
  wanted: ReadonlyMap<string, Wanted>,
  known: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): string {
  const used = new Set(taken);
  const locals = new Map<string, string>();
  for (const [mark, { name }] of wanted) {
    const other = `toolwright${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    let local = known.get(mark) ?? (used.has(name) ? other : name);
    for (let number = 2; !known.has(mark) && used.has(local); number += 1) local = `${other}${number}`;
    used.add(local);
    locals.set(mark, local);
  }
  return text.replace(MARK, (given, kind: string) => {
    const mark = given.replace('_import_', '_local_');
    const local = locals.get(mark) ?? given;
    const { name = local, isType = false } = wanted.get(mark) ?? {};
    if (kind === 'local') return local;
    return `${isType ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`;
  });
}
