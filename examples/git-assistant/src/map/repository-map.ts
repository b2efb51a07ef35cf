import { assertKnown } from '../files/known-paths.js';
import { listFiles } from '../files/list-files.js';
import { findText } from '../files/read-text.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import { count } from '../output/count.js';
import { clipWithNote } from '../paging/clip.js';
import { TokenBudget } from '../paging/token-budget.js';
import { orderForMap } from './choose-files.js';
import { countFolders, type FolderCount } from './count-folders.js';
import { outlineWithCtags } from './ctags-outline.js';
import { outlineTypeScript, TYPESCRIPT_FILE } from './typescript-outline.js';

export interface MappedFile {
  path: string;
  /** What the file declares, the most important first; absent where that is not known. */
  declares?: string[];
}

export interface RepositoryMap {
  /** Folders, at most three levels deep, with the number of files below. */
  folders: FolderCount[];
  /** Files with what they declare. */
  files: MappedFile[];
  /** What is missing, in a sentence. */
  missing?: string;
  /** The offset to read on at; absent at the end. */
  next?: number;
}

export interface MapOptions {
  /** Only below this folder. */
  readonly folder: string;
  readonly maxFiles: number;
  readonly offset?: number;
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_DECLARATIONS = 25;
const MAX_DECLARATION = 160;
const AT_ONCE = 40;
const FILE_TOKENS = 5_500;
const OTHER_SOURCE = /\.(py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|lua|sh|ex|erl|hs|pl|r)$/i;

/** Folders and declarations: of TypeScript and JavaScript from the compiler, of other languages from ctags if it is installed. */
export async function mapRepository(repository: Repository, options: MapOptions): Promise<RepositoryMap> {
  const { folder, maxFiles, offset = 0, signal } = options;
  const { paths, cut } = await listFiles(repository, folder, signal);
  if (paths.length === 0 && folder !== '')
    await assertKnown(repository, [repositoryPath(folder)], [], signal);
  const wanted = orderForMap(paths).slice(offset, offset + maxFiles);
  const files = await describeAll(repository, wanted, options);
  const next = offset + files.length;
  const left = paths.length - next;
  return {
    folders: offset === 0 ? countFolders(paths) : [],
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...((left > 0 || cut) && {
      missing: `${count(left, 'more file')}; name a folder to see them, or read on with offset ${next}.`,
    }),
    ...(left > 0 && { next }),
  };
}

/** The files in their order, as many as fit. Only these and a few more are opened. */
async function describeAll(
  repository: Repository,
  paths: readonly string[],
  options: MapOptions,
): Promise<MappedFile[]> {
  const budget = new TokenBudget(FILE_TOKENS);
  const files: MappedFile[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const batch = paths.slice(start, start + AT_ONCE);
    const outline = await outlineAll(repository, batch, options);
    for (const path of batch) {
      const file = describe(path, outline.get(path));
      if (!budget.take(file) && files.length > 0) return files;
      files.push(file);
    }
  }
  return files;
}

async function outlineAll(
  repository: Repository,
  paths: readonly string[],
  { environment = process.env, signal }: MapOptions,
): Promise<Map<string, string[]>> {
  // Reading a file checks that it belongs to the repository. ctags opens files itself, so it gets only checked files.
  const others = await readable(
    repository,
    paths.filter((path) => OTHER_SOURCE.test(path)),
    signal,
  );
  const outline = await outlineWithCtags(others, { cwd: repository.root, environment, signal });
  const typescript = paths.filter((path) => TYPESCRIPT_FILE.test(path));
  if (typescript.length === 0) return outline;
  // The compiler is loaded on demand, because loading it takes longer than the rest of the program.
  const { default: compiler } = await import('typescript');
  for (const path of typescript) {
    signal?.throwIfAborted();
    const source = await findText(repository, path, { listed: true, signal });
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
  for (const path of paths) if (await findText(repository, path, { listed: true, signal })) found.push(path);
  return found;
}

function describe(path: string, declared: readonly string[] | undefined): MappedFile {
  if (declared === undefined || declared.length === 0) return { path };
  const more = declared.length - MAX_DECLARATIONS;
  const shown = declared.slice(0, MAX_DECLARATIONS).map((text) => clipWithNote(text, MAX_DECLARATION));
  return { path, declares: [...shown, ...(more > 0 ? [`… and ${more} more`] : [])] };
}
