import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage']);
const TEXT = /\.(ts|mts|cts|js|mjs|cjs|json|jsonc|md|yaml|yml|txt|toml)$/;

/**
 * The text files below a folder in a stable order, as paths relative to the root with forward slashes. Hidden folders, dependencies and
 * build output are left out.
 */
export async function* sourcePaths(root: string, folder = root): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')) {
      yield* sourcePaths(root, path);
    } else if (entry.isFile() && TEXT.test(entry.name) && entry.name !== 'pnpm-lock.yaml') {
      yield slashes(relative(root, path));
    }
  }
}

/** Reads one text file. A path that leaves the root, also through a symbolic link, is refused. */
export async function readSource(root: string, path: string): Promise<string> {
  const base = await realpath(root);
  const target = await realpath(resolve(base, path)).catch(() => {
    throw new Error(`There is no file "${path}". Paths are relative to the repository, e.g. "README.md".`);
  });
  if (!target.startsWith(base + sep)) throw new Error(`"${path}" is outside the repository.`);
  if (!TEXT.test(target)) throw new Error(`"${path}" is not a text file.`);
  return readFile(target, 'utf8');
}

/** A regular expression for a pattern, in which `*` matches any characters of a name and `**` any folders. */
export function patternToRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*/g, (star) => (star === '*' ? '[^/]*' : star === '**' ? '.*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
