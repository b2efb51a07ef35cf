import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readPlainFile } from '../../files/plain-file.js';
import { checkMessage } from '../../output/check-message.js';
import { prepareCommit } from '../../tasks/prepare-commit.js';
import type { CliIo } from '../cli-io.js';
import type { CommonOptions } from '../options/options.js';
import { runTask } from '../session/run-task.js';
import { openSession, type Session, withAssistant } from '../session/session.js';
import { messageOf } from './commit-command.js';

/** Longer than a person waits for an editor to open. */
const TIMEOUT_MS = 60_000;

/**
 * Writes a draft above the text that git has put into the file, but only if the user is about to write the message. With a `source` there
 * already is a message, and without an editor nobody would read the draft.
 */
export async function runHook(
  io: CliIo,
  options: CommonOptions,
  file: string,
  source?: string,
): Promise<void> {
  if (source !== undefined || io.env.GIT_EDITOR === ':') return;
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  // Git sets the index of this commit, which differs from the usual one for "git commit <file>".
  const session = await openSession({ ...io, signal }, options, { keepIndex: true });
  const task = await prepareCommit(session.repository, signal);
  await withAssistant(session, task, async (assistant, { scripted }) => {
    if (scripted) return;
    const text = messageOf(await runTask(assistant, task, session));
    if (checkMessage(text).hidden.length > 0) return;
    await writeDraft(session, resolve(io.cwd, file), text);
  });
}

async function writeDraft({ repository }: Session, path: string, text: string): Promise<void> {
  const { stdout } = await repository.git.read(['config', '--get', 'core.commentChar'], { accept: [0, 1] });
  const mark = stdout.trim() === '' || stdout.trim() === 'auto' ? '#' : stdout.trim();
  const kept = text
    .split('\n')
    // Git would take the line for a comment, and leave it out.
    .map((line) => (line.startsWith(mark) ? ` ${line}` : line))
    .join('\n');
  await writeFile(path, `${kept}${await readPlainFile(path)}`);
}
