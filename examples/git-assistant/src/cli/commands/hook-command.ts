import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorMessage } from '@toolwright/contract';
import { readPlainFile } from '../../files/plain-file.js';
import type { Git } from '../../git/git.js';
import { checkMessage } from '../../output/check-message.js';
import { prepareCommit } from '../../tasks/prepare-commit.js';
import type { CliIo } from '../cli-io.js';
import { redacted } from '../display/redacted.js';
import type { CommonOptions } from '../options/options.js';
import { runTask } from '../session/run-task.js';
import { openSession, type Session, withAssistant } from '../session/session.js';
import { messageOf } from './commit-command.js';

/** Longer than a person waits for an editor to open. */
const TIMEOUT_MS = 60_000;
const MAX_COMMENT = 300;

/**
 * Writes a draft above the text that git has put into the file, but only if the user is about to write the message: with any source but
 * a template there already is a message, and without an editor nobody would read the draft. After a failure, a comment says why there is none.
 */
export async function runHook(
  io: CliIo,
  options: CommonOptions,
  file: string,
  source?: string,
): Promise<void> {
  if ((source !== undefined && source !== 'template') || io.env.GIT_EDITOR === ':') return;
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  // Git sets the index of this commit, which differs from the usual one for "git commit <file>".
  const session = await openSession({ ...io, signal }, options, { keepIndex: true });
  const path = resolve(io.cwd, file);
  try {
    const task = await prepareCommit(session.repository, signal);
    await withAssistant(session, task, async (assistant, { scripted }) => {
      if (scripted) throw new Error('no API key is set, and no provider is named in the settings');
      const text = messageOf(await runTask(assistant, task, session));
      const { hidden } = checkMessage(text);
      if (hidden.length > 0) throw new Error(`it has hidden characters (${hidden.join(', ')})`);
      await writeDraft(session, path, text);
    });
  } catch (error) {
    const timedOut = signal.aborted && !io.signal.aborted;
    const why = timedOut ? `the model did not answer within ${TIMEOUT_MS / 1_000} s` : errorMessage(error);
    await writeComment(session, path, `git-assistant: no draft: ${redacted(why, io)}`);
    throw error;
  }
}

async function writeDraft({ repository }: Session, path: string, text: string): Promise<void> {
  const before = await readPlainFile(path);
  const mark = await commentMark(repository.git, before);
  const kept = text
    .split('\n')
    // Git would take the line for a comment, and leave it out.
    .map((line) => (line.startsWith(mark) ? ` ${line}` : line))
    .join('\n');
  await writeFile(path, `${kept}${before}`);
}

/** Adds a comment for the user, unless git would take it for a part of the message. */
async function writeComment({ repository }: Session, path: string, sentence: string): Promise<void> {
  const cleanup = await readSetting(repository.git, 'commit.cleanup');
  if (cleanup !== '' && cleanup !== 'default' && cleanup !== 'strip') return;
  const before = await readPlainFile(path);
  const line = sentence.replace(/\s+/g, ' ').slice(0, MAX_COMMENT);
  await writeFile(
    path,
    `${before}${before.endsWith('\n') ? '' : '\n'}${await commentMark(repository.git, before)} ${line}\n`,
  );
}

/** What git's comments in the file begin with. With `auto`, git has chosen it for this file. */
async function commentMark(git: Git, text: string): Promise<string> {
  const set = (await readSetting(git, 'core.commentString')) || (await readSetting(git, 'core.commentChar'));
  if (set !== '' && set !== 'auto') return set;
  return (set === 'auto' && text.trimEnd().split('\n').at(-1)?.charAt(0)) || '#';
}

async function readSetting(git: Git, name: string): Promise<string> {
  return (await git.read(['config', '--get', name], { accept: [0, 1] })).stdout.trim();
}
