import { type FSWatcher, watch } from 'node:fs';
import { findStats } from '../disk/real-disk.js';

/** Tells that something may have changed in folders, never what: those who want to know look themselves. */
export interface FolderWatcher {
  /** Watches these folders from now on, and no others. True where some were not watched before. */
  watch(folders: ReadonlySet<string>): boolean;
  close(): void;
}

interface Watched {
  readonly watcher: FSWatcher;
  /** A folder that is removed and made again is another one. */
  readonly inode: number;
}

/**
 * Watches folders themselves, not what is below them. That is the part of `fs.watch` that is alike on all systems, and it sees files
 * that are replaced by others.
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
      // It has just gone, or there are no more watches to be had: whoever watches also looks from time to time.
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
