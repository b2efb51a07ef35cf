import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage } from '@toolwright/contract';
import { ToolwrightError } from 'toolwright';
import { isMissing, readPlainFile } from '../files/plain-file.js';
import { cannot } from '../tasks/task.js';
import type { Git } from './git.js';

const NAME = 'prepare-commit-msg';
/** By this line a hook is known as one of ours. */
const MARK = '# Written by git-assistant; "git-assistant hook uninstall" removes it.';

/**
 * Installs the hook that puts a draft into the editor of `git commit`.
 * @param command the program that the hook calls, with its first arguments
 * @returns its path, in the folder that `core.hooksPath` or the repository of a linked worktree names
 * @throws ToolwrightError `USAGE` where there is a hook of the user's own, `INVALID_CONFIG` where that folder cannot hold one
 */
export async function installHook(git: Git, command: readonly string[]): Promise<string> {
  const path = await hookPath(git);
  const words = command.map(quote).join(' ');
  if ((await readHook(path)) === 'foreign') {
    throw cannot(
      `There is a ${NAME} hook already, which is not overwritten: ${path}.`,
      `Add this line to it: ${words} hook run "$@" </dev/null >/dev/null 2>&1 || :`,
    );
  }
  await writeHook(path, script(words)).catch((cause: unknown) => {
    throw notWritten(path, cause);
  });
  return path;
}

async function writeHook(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  // Exclusively: what has come in between, a link included, is not written to.
  await writeFile(path, text, { mode: 0o755, flag: 'wx' });
}

function notWritten(path: string, cause: unknown): ToolwrightError {
  const message = `No hook can be written to the folder ${JSON.stringify(dirname(path))}: ${errorMessage(cause)}.`;
  return new ToolwrightError('INVALID_CONFIG', message, {
    blame: 'user',
    hint: 'Make it a folder that you may write to. If core.hooksPath names it: git config --unset core.hooksPath',
    cause,
  });
}

/** Removes the hook. @throws ToolwrightError `USAGE` where there is none, or one of the user's own */
export async function uninstallHook(git: Git): Promise<string> {
  const path = await hookPath(git);
  const found = await readHook(path);
  if (found === undefined) throw cannot(`No hook is installed: ${path}.`, 'Install it with "hook install".');
  if (found === 'foreign')
    throw cannot(`The hook is not one of git-assistant: ${path}.`, 'Remove its line from it yourself.');
  await rm(path);
  return path;
}

async function hookPath(git: Git): Promise<string> {
  // As the user's git sees it: reading commands turn hooks off.
  const { stdout } = await git.write(['rev-parse', '--git-path', 'hooks']);
  return join(resolve(git.root, stdout.replace(/\n$/, '')), NAME);
}

async function readHook(path: string): Promise<'own' | 'foreign' | undefined> {
  try {
    // Of the path itself: a link that leads nowhere is somebody's hook, whose file may come back.
    await lstat(path);
  } catch (error) {
    return isMissing(error) ? undefined : 'foreign';
  }
  const text = await readPlainFile(path).catch(() => '');
  return text.includes(MARK) ? 'own' : 'foreign';
}

/** Whatever fails in it, the commit goes on. */
function script(words: string): string {
  return `#!/bin/sh\n${MARK}\n# Whatever fails here, the commit goes on without a draft.\n${words} hook run "$@" </dev/null >/dev/null 2>&1 || :\nexit 0\n`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
