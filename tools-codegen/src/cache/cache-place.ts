import path from 'node:path';
import { realDisk } from '../disk/real-disk.js';
import { hashOf } from '../disk/stamp.js';
import type { GenerateOptions } from '../generate-options.js';
import { findLayout } from '../layout.js';

/** Where the results of runs with the same options are stored. */
export interface CachePlace {
  readonly folder: string;
  /** The prefix of its file names. */
  readonly name: string;
}

/** Finds the cache in the nearest `node_modules` of the project; undefined if there is no such folder. */
export function findCachePlace(options: GenerateOptions): CachePlace | undefined {
  const { include, exclude, providers, validators } = options;
  const { config, manifests } = findLayout(options);
  const modules = findModules(path.posix.dirname(config));
  if (modules === undefined) return undefined;
  const key = JSON.stringify([config, manifests, include, exclude, providers, validators === true]);
  return { folder: `${modules}/.cache/toolwright`, name: hashOf(key).slice(0, 16) };
}

function findModules(start: string): string | undefined {
  for (let dir = start; ; dir = path.posix.dirname(dir)) {
    const modules = path.posix.join(dir, 'node_modules');
    if (realDisk.directoryExists(modules)) return modules;
    if (path.posix.dirname(dir) === dir) return undefined;
  }
}
