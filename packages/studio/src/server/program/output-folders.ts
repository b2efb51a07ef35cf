/** The usual folders for the output of builds. */
const OUTPUTS = ['dist', 'build', 'out', 'coverage'] as const;

/** The folders whose files are not sources. A folder with a module that Studio was started with counts as a source folder. */
export function outputFolders({ registry, agents }: Modules): ReadonlySet<string> {
  const named = [registry ?? '', ...agents].flatMap((reference) => reference.split(/[\\/]/));
  return new Set(OUTPUTS.filter((folder) => !named.includes(folder)));
}

interface Modules {
  readonly registry?: string | undefined;
  readonly agents: readonly string[];
}
