import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Git } from './git.js';
import type { Entries } from './read-only-config.js';

const LISTS_OF_PATTERNS = ['core.excludesfile', 'core.attributesfile'];

/**
 * Settings that turn off named configuration, including the user's: all filter drivers, since `git lfs` runs programs that the repository
 * configures (`lfs.extension.*`) and writes to `.git/lfs`; diff drivers that hide text as binary; and pattern files that git would wait
 * for.
 */
export async function turnOffUnwanted(git: Git): Promise<Entries> {
  const wanted = `^(filter\\..*|diff\\..*\\.binary|${LISTS_OF_PATTERNS.join('|').replaceAll('.', '\\.')})$`;
  const { stdout } = await git.read(['config', '--null', '--name-only', '--get-regexp', wanted], {
    accept: [0, 1],
  });
  const keys = stdout.split('\0').slice(0, -1);
  const drivers = new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []));
  const off: (readonly [string, string])[] = [...drivers].flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  for (const key of keys) if (key.startsWith('diff.')) off.push([key, 'auto']);
  for (const key of LISTS_OF_PATTERNS)
    if (keys.includes(key) && (await isUnreadable(git, key))) off.push([key, '/dev/null']);
  return off;
}

/** Whether a setting names something that never ends, such as a named pipe. Git accepts a missing file. */
async function isUnreadable(git: Git, key: string): Promise<boolean> {
  const { stdout } = await git.read(['config', '--type=path', '--get', key], { accept: [0, 1, 128] });
  const path = resolve(git.root, stdout.replace(/\n$/, ''));
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile();
}
