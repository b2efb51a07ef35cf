import { type Dirent, type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

const SOURCE = /\.[cm]?[jt]sx?$/;
/** The maximum number of watched folders, because systems limit the number of watches. */
const MAX_FOLDERS = 4_000;
/** The pause that marks the end of a burst of changes, in milliseconds. */
const QUIET_MS = 200;

/** Watches a project's sources, except packages, hidden folders and build outputs. */
export class SourceWatcher {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #leftOut: ReadonlySet<string>;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;

  /**
   * @param onChange called after a burst of changes
   * @param outputs the names of folders, anywhere in the project, that contain no sources
   */
  constructor(root: string, onChange: () => void, outputs: ReadonlySet<string>) {
    this.#leftOut = new Set(['node_modules', ...outputs]);
    this.#root = root;
    this.#onChange = onChange;
    this.#watch();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Updates the watched folders. @returns whether there are new folders that contain sources */
  #watch(): boolean {
    const folders = foldersOf(this.#root, this.#leftOut);
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    const added = [...folders].filter((folder) => !this.#watchers.has(folder));
    for (const folder of added) this.#watchFolder(folder);
    return added.some((folder) =>
      entriesOf(folder).some((entry) => entry.isFile() && SOURCE.test(entry.name)),
    );
  }

  #watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (kind, name) => {
        const isSource = name === null || SOURCE.test(name);
        // A name without an extension may be a new or deleted folder. Other files can be written without a restart.
        if (isSource || (kind === 'rename' && !path.extname(name))) this.#note(isSource);
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder was just deleted, or the system has no watches left. Existing watches remain.
    }
  }

  #note(isSource: boolean): void {
    this.#isChanged ||= isSource;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isChanged = this.#watch() || this.#isChanged;
      this.#isChanged = false;
      if (isChanged) this.#onChange();
    }, QUIET_MS);
  }
}

function foldersOf(root: string, leftOut: ReadonlySet<string>): Set<string> {
  const found = new Set<string>([root]);
  // The loop also visits folders that are added while it runs.
  for (const folder of found) {
    if (found.size >= MAX_FOLDERS) break;
    for (const name of subfoldersOf(folder)) if (!leftOut.has(name)) found.add(path.join(folder, name));
  }
  return found;
}

function subfoldersOf(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // just deleted, or not readable
  }
}

/** The usual folders for build outputs. */
const OUTPUTS = ['dist', 'build', 'out', 'coverage'] as const;

/** Returns the folders whose files are not sources. A folder that contains a module passed to Studio counts as a source folder. */
export function outputFolders({ registry, agents }: Modules): ReadonlySet<string> {
  const named = [registry ?? '', ...agents].flatMap((reference) => reference.split(/[\\/]/));
  return new Set(OUTPUTS.filter((folder) => !named.includes(folder)));
}

interface Modules {
  readonly registry?: string | undefined;
  readonly agents: readonly string[];
}
