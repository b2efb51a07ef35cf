import { type FSWatcher, watch } from 'node:fs';
import { findStats } from '@toolwright/program';

/** Signals that something in a folder may have changed, without saying what. Callers must check for themselves. */
export interface FolderWatcher {
  /** Watches exactly these folders from now on. Returns true if any of them was not watched before. */
  watch(folders: ReadonlySet<string>): boolean;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** Detects a folder that was deleted and created again. */
  readonly inode: number;
}

/**
 * Watches folders without their subfolders. This is the part of `fs.watch` that works the same on all systems, and it also detects files
 * that are replaced by other files.
 */
export function createFolderWatcher(onChange: () => void): FolderWatcher {
  const watched = new Map<string, Watched>();
  const drop = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const add = (folder: string): boolean => {
    const inode = findStats(folder)?.ino;
    if (inode === undefined || watched.get(folder)?.inode === inode) return false;
    drop(folder);
    try {
      const watcher = watch(folder, onChange);
      watcher.on('error', () => drop(folder));
      watched.set(folder, { watcher, inode });
      return true;
    } catch {
      // The folder was just removed, or the system has no watches left. The periodic check covers this case.
      return false;
    }
  };
  return {
    watch: (folders) => {
      for (const folder of [...watched.keys()]) if (!folders.has(folder)) drop(folder);
      return [...folders].filter(add).length > 0;
    },
    close: () => {
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
}
