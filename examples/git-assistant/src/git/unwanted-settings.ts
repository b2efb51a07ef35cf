import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Git } from './git.js';
import type { Entries } from './read-only-config.js';

const LISTS_OF_PATTERNS = ['core.excludesfile', 'core.attributesfile'];

/**
 * Settings that turn off what is configured by name, the user's settings included: all filter drivers, since `git lfs` runs programs
 * that the repository configures (`lfs.extension.*`) and writes to `.git/lfs`; diff drivers that hide a text as binary; and lists of
 * patterns for which git would wait.
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

/** Whether a setting names something that has no end, such as a named pipe. A file that is missing is fine for git. */
async function isUnreadable(git: Git, key: string): Promise<boolean> {
  const { stdout } = await git.read(['config', '--type=path', '--get', key], { accept: [0, 1, 128] });
  const path = resolve(git.root, stdout.replace(/\n$/, ''));
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile();
}
