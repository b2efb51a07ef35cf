/** Where builds write by custom. */
const OUTPUTS = ['dist', 'build', 'out', 'coverage'] as const;

/** Names of folders whose files are no sources, unless Studio was started with a module in one. */
export function outputFolders({ registry, agents }: Modules): ReadonlySet<string> {
  const named = [registry ?? '', ...agents].flatMap((reference) => reference.split(/[\\/]/));
  return new Set(OUTPUTS.filter((folder) => !named.includes(folder)));
}

interface Modules {
  readonly registry?: string | undefined;
  readonly agents: readonly string[];
}
