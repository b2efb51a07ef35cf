import { errorMessage } from '@toolwright/contract';
import { type AgreedMessage, commitStaged, readMessage } from '../../git/commit-staged.js';
import { type Kept, KeptMessage } from '../../git/kept-message.js';
import { showHidden } from '../../output/check-message.js';
import { printable } from '../display/printable.js';
import type { Session } from '../session/session.js';

/**
 * Makes the commit, and warns if a hook has changed its message. If the commit fails, the message is kept.
 * @throws ToolwrightError as `commitStaged` does
 */
export async function makeCommit(session: Session, message: AgreedMessage): Promise<void> {
  const { io, repository } = session;
  const { text } = message;
  const kept = await KeptMessage.of(repository.git);
  // Before git runs, so that it survives a crash.
  await keepMessage(session, kept, message);
  const id = await commitStaged(repository.git, message, io.signal).catch(async (error: unknown) => {
    // A hook may have changed the file.
    if (await keepMessage(session, kept, message)) io.stderr.write(describeKept(kept, message.amend));
    throw error;
  });
  await kept.forget();
  if ((await readMessage(repository.git, id)) !== text) {
    io.stderr.write('Warning: a hook of the repository has changed the message: see "git log -1".\n');
  }
  io.stderr.write(`${message.amend ? 'Amended to' : 'Committed'} ${id.slice(0, 10)}.\n`);
}

/** Keeps a message, or prints it if that fails. @returns whether it was kept */
export async function keepMessage({ io }: Session, kept: KeptMessage, message: Kept): Promise<boolean> {
  try {
    await kept.keep(message);
    return true;
  } catch (error) {
    const why = printable(errorMessage(error));
    io.stderr.write(
      `Warning: the message cannot be kept in ${kept.path}: ${why}\n${showHidden(message.text)}\n`,
    );
    return false;
  }
}

/** Says where a message is, and how to use it. */
export function describeKept({ path }: KeptMessage, amend = false): string {
  return `The message is kept, and offered the next time. With git alone: git commit${amend ? ' --amend' : ''} --edit --file=${printable(path)}\n`;
}
