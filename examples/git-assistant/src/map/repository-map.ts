import { listFiles } from '../files/list-files.js';
import { findText } from '../files/read-text.js';
import type { Repository } from '../git/open-repository.js';
import { outlineWithCtags } from './ctags-outline.js';
import { outlineTypeScript, TYPESCRIPT_FILE } from './typescript-outline.js';

export interface MappedFile {
  path: string;
  /** What the file declares, the most important first; absent where that is not known. */
  declares?: string[];
}

export interface RepositoryMap {
  /** Files of each folder down to the depth asked for, with the number of files below. */
  folders: { folder: string; files: number }[];
  /** Files with what they declare. */
  files: MappedFile[];
  /** What is missing, in a sentence. */
  missing?: string;
}

export interface MapOptions {
  /** Only below this folder. */
  readonly folder: string;
  readonly maxFiles: number;
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_FOLDERS = 100;
const MAX_DECLARATIONS = 25;
const OTHER_SOURCE = /\.(py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|lua|sh|ex|erl|hs|pl|r)$/i;

/** Folders and declarations: TypeScript and JavaScript as the compiler reads them, other languages by ctags if it is there. */
export async function mapRepository(repository: Repository, options: MapOptions): Promise<RepositoryMap> {
  const { folder, maxFiles, environment = process.env, signal } = options;
  const { paths, cut } = await listFiles(repository, folder, signal);
  const chosen = [...paths].sort(byImportance).slice(0, maxFiles).sort();
  const typescript = chosen.filter((path) => TYPESCRIPT_FILE.test(path));
  // Reading a file checks that it is one of the repository's; ctags opens them itself, so it gets only those.
  const others = await readable(
    repository,
    chosen.filter((path) => OTHER_SOURCE.test(path)),
    signal,
  );
  const outline = await outlineWithCtags(others, { cwd: repository.root, environment, signal });
  for (const [path, declared] of await outlineAll(repository, typescript, signal))
    outline.set(path, declared);
  const left = paths.length - chosen.length;
  return {
    folders: countFolders(paths),
    files: chosen.map((path) => describe(path, outline.get(path))),
    ...((left > 0 || cut) && { missing: `${left} more files; name a folder to see them.` }),
  };
}

async function outlineAll(
  repository: Repository,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  const outline = new Map<string, string[]>();
  if (paths.length === 0) return outline;
  // The compiler is loaded only where it is needed: that takes longer than the rest of the program.
  const { default: compiler } = await import('typescript');
  for (const path of paths) {
    const source = await findText(repository, path, signal);
    if (source) outline.set(path, outlineTypeScript(compiler, path, source.text));
  }
  return outline;
}

async function readable(
  repository: Repository,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await findText(repository, path, signal)) found.push(path);
  return found;
}

function describe(path: string, declared: readonly string[] | undefined): MappedFile {
  if (declared === undefined || declared.length === 0) return { path };
  const more = declared.length - MAX_DECLARATIONS;
  return {
    path,
    declares: [...declared.slice(0, MAX_DECLARATIONS), ...(more > 0 ? [`… and ${more} more`] : [])],
  };
}

/** Sources before tests before all else, then what lies nearer to the top. */
function byImportance(a: string, b: string): number {
  return rank(a) - rank(b) || a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

function rank(path: string): number {
  const source = TYPESCRIPT_FILE.test(path) || OTHER_SOURCE.test(path);
  if (!source) return 2;
  return /[._-](test|spec)\.|(^|\/)(tests?|__tests__)\//.test(path) ? 1 : 0;
}

function countFolders(paths: readonly string[]): { folder: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1);
    const folder = parts.slice(0, 3).join('/') || '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, files]) => ({ folder, files }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
    .slice(0, MAX_FOLDERS);
}
