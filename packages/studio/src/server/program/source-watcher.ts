import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Folders that hold no sources of the project. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'coverage']);
const SOURCE = /\.(?:[cm]?[jt]sx?|json|toml|ya?ml|md)$/;
/** More are not watched: a system has a limited number of watches. */
const MAX_FOLDERS = 4_000;
/** Editors and builds write several files in one go. */
const QUIET_MS = 200;

/** Watches the sources of a project, without its packages and hidden folders. */
export class SourceWatcher {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  /** @param onChange called once a burst of changes is over */
  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
    this.#watch();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(): void {
    const folders = foldersOf(this.#root);
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#watchFolder(folder);
  }

  #watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (kind, name) => {
        // A folder may have come or gone; its name has no ending.
        if (name === null || SOURCE.test(name) || (kind === 'rename' && !path.extname(name))) this.#note();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder has just gone, or the system has no watches left: what is watched already stays so.
    }
  }

  #note(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#watch();
      this.#onChange();
    }, QUIET_MS);
  }
}

function foldersOf(root: string): Set<string> {
  const found = new Set<string>([root]);
  // A set can grow while it is read.
  for (const folder of found) {
    if (found.size >= MAX_FOLDERS) break;
    for (const name of subfoldersOf(folder)) found.add(path.join(folder, name));
  }
  return found;
}

function subfoldersOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !LEFT_OUT.has(entry.name))
      .map(({ name }) => name);
  } catch {
    return []; // it has just gone, or may not be read
  }
}
