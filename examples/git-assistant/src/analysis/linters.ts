import { devNull } from 'node:os';
import { join, sep } from 'node:path';
import { findText } from '../files/read-text.js';
import type { Repository } from '../git/open-repository.js';

/** A linter that checks files. */
export interface Linter {
  readonly name: string;
  /** The npm package with the program, as installed in the repository. Without it, the program is found on the PATH. */
  readonly npmPackage?: string;
  /** Arguments of the program before the files. */
  readonly args: readonly string[];
  readonly files: RegExp;
  /** The linter checks the whole project and takes no files. */
  readonly whole?: true;
}

/** Linters that can run without changing a file. */
const LINTERS: readonly Linter[] = [
  {
    name: 'biome',
    npmPackage: '@biomejs/biome',
    args: ['lint', '--colors=off'],
    files: /\.([cm]?[jt]sx?|jsonc?|css)$/,
  },
  { name: 'eslint', npmPackage: 'eslint', args: ['--no-color', '--'], files: /\.[cm]?[jt]sx?$/ },
  { name: 'oxlint', npmPackage: 'oxlint', args: ['--'], files: /\.[cm]?[jt]sx?$/ },
  {
    name: 'tsc',
    npmPackage: 'typescript',
    // Without this, an incremental project writes its build information even with `--noEmit`.
    args: ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', devNull],
    files: /\.[cm]?tsx?$/,
    whole: true,
  },
  { name: 'ruff', args: ['check', '--no-cache', '--no-fix', '--'], files: /\.pyi?$/ },
];

/** The linters that the repository declares: as dependencies in package.json, or, for ruff, in its own configuration files. */
export async function findLinters(repository: Repository, signal?: AbortSignal): Promise<Linter[]> {
  const packages = await declaredPackages(repository, signal);
  const ruff = await declaresRuff(repository, signal);
  return LINTERS.filter(({ npmPackage }) => (npmPackage === undefined ? ruff : packages.has(npmPackage)));
}

/** The command that starts a linter of an npm package: Node with the file that its package.json names. */
export async function findProgram(
  { root }: Repository,
  { name, npmPackage }: Linter,
  readJson: (path: string) => Promise<unknown>,
): Promise<readonly string[] | undefined> {
  if (npmPackage === undefined) return [name];
  const folder = join(root, 'node_modules', npmPackage);
  const manifest = await readJson(join(folder, 'package.json'));
  const bin = isRecord(manifest) ? manifest.bin : undefined;
  const file = isRecord(bin) ? (bin[name] ?? Object.values(bin)[0]) : bin;
  // A package must not name a program outside of its own folder.
  const inside = typeof file === 'string' && join(folder, file).startsWith(folder + sep);
  return inside ? [process.execPath, join(folder, file)] : undefined;
}

async function declaredPackages(repository: Repository, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const manifest = parseJson((await findText(repository, 'package.json', { signal }))?.text);
  if (!isRecord(manifest)) return new Set();
  const lists = [manifest.dependencies, manifest.devDependencies].filter(isRecord);
  return new Set(lists.flatMap((list) => Object.keys(list)));
}

async function declaresRuff(repository: Repository, signal?: AbortSignal): Promise<boolean> {
  for (const path of ['ruff.toml', '.ruff.toml'])
    if (await findText(repository, path, { signal })) return true;
  return /^\[tool\.ruff\b/m.test((await findText(repository, 'pyproject.toml', { signal }))?.text ?? '');
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // A malformed package.json declares nothing.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
