/** The first names, and how many there are beyond them. */
export function listNames(names: readonly string[], max: number): string {
  const more = names.length > max ? `, and ${names.length - max} more` : '';
  return `${names.slice(0, max).join(', ')}${more}`;
}

/** The same for paths, as JSON. */
export function listPaths(paths: readonly string[], max: number): string {
  return listNames(
    paths.map((path) => JSON.stringify(path)),
    max,
  );
}
