import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isMissing } from '@toolwright/capabilities/guard';
import { errorMessage } from '@toolwright/contract';
import { ToolwrightError } from 'toolwright';
import { readPlainFile } from '../files/plain-file.js';
import { cannot } from '../tasks/task.js';
import type { Git } from './git.js';

const NAME = 'prepare-commit-msg';
/** This line marks a hook as ours. */
const MARK = '# Written by git-assistant; "git-assistant hook uninstall" removes it.';

/**
 * Installs the hook that puts a draft into the editor of `git commit`.
 * @param command the program that the hook calls, with its first arguments
 * @returns its path, in the folder that `core.hooksPath` or the repository of a linked worktree names
 * @throws ToolwrightError `USAGE` if the user has a hook already, `INVALID_CONFIG` if the hook cannot be written there
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
  // Exclusively: if somebody has created a file or link in the meantime, it is not overwritten.
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

/**
 * Removes the hook.
 * @throws ToolwrightError `USAGE` if there is no hook, or the hook is the user's own
 */
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
  // Through the user's configuration, because reading commands turn hooks off.
  const { stdout } = await git.write(['rev-parse', '--git-path', 'hooks']);
  return join(resolve(git.root, stdout.replace(/\n$/, '')), NAME);
}

async function readHook(path: string): Promise<'own' | 'foreign' | undefined> {
  try {
    // Checks the path itself: a link to a missing file is a hook of the user, whose file may come back.
    await lstat(path);
  } catch (error) {
    return isMissing(error) ? undefined : 'foreign';
  }
  const text = await readPlainFile(path).catch(() => '');
  return text.includes(MARK) ? 'own' : 'foreign';
}

/** The commit continues even if the script fails. */
function script(words: string): string {
  const begin = `#!/bin/sh\n${MARK}\n# Whatever fails here, the commit goes on without a draft.\n`;
  const notice = `case "$2-$GIT_EDITOR" in *-:) ;; -*|template-*) { echo 'git-assistant writes a draft …' >/dev/tty; } 2>/dev/null || :;; esac\n`;
  return `${begin}${notice}${words} hook run "$@" </dev/null >/dev/null 2>&1 || :\nexit 0\n`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
