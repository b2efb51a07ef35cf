import path from 'node:path';
import { crc32 } from 'node:zlib';
import { realDisk } from '../disk/real-disk.js';
import { findLayout } from '../project/layout.js';
import type { ProjectOptions } from '../project/project-options.js';

/** The location where the results of runs with the same options are stored. */
export interface CachePlace {
  readonly folder: string;
  /** The prefix of the file names. Runs with other options may have the same prefix. */
  readonly name: string;
  /** The serialized options. The cache files also contain them. */
  readonly key: string;
}

/** The options that a stored result depends on. */
export interface CachedOptions extends ProjectOptions {
  readonly providers?: readonly string[] | undefined;
  readonly validators?: boolean | undefined;
}

/** Finds the cache in the nearest `node_modules` of the project. Returns undefined if there is no such folder. */
export function findCachePlace(options: CachedOptions): CachePlace | undefined {
  const { include, exclude, providers, validators } = options;
  const { config, manifests } = findLayout(options);
  const modules = findModules(path.posix.dirname(config));
  if (modules === undefined) return undefined;
  const key = JSON.stringify([config, manifests, include, exclude, providers, validators === true]);
  return { folder: `${modules}/.cache/toolwright`, name: `run-${crc32(key).toString(16)}`, key };
}

function findModules(start: string): string | undefined {
  for (let dir = start; ; dir = path.posix.dirname(dir)) {
    const modules = path.posix.join(dir, 'node_modules');
    if (realDisk.directoryExists(modules)) return modules;
    if (path.posix.dirname(dir) === dir) return undefined;
  }
}
