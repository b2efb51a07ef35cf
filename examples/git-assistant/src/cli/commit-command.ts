import type { GeneratedMessage } from '@toolwright/capabilities';
import { commitStaged, stagedFingerprint } from '../git/commit-staged.js';
import { composeMessage } from '../output/compose-message.js';
import { prepareCommit } from '../tasks/prepare-commit.js';
import { confirm } from './confirm.js';
import { printAnswer } from './print-answer.js';
import { printable } from './printable.js';
import { Refusal, refuseScripted } from './refusal.js';
import { runTask } from './run-task.js';
import { type Session, withAssistant } from './session.js';

export interface CommitOptions {
  /** Makes the commit. */
  readonly apply?: boolean;
  /** Does not ask before. */
  readonly yes?: boolean;
}

/** Writes the message for what is staged, and makes the commit where the user wants it. */
export async function commitCommand(
  session: Session,
  { apply = false, yes = false }: CommitOptions,
): Promise<void> {
  const { io, options, repository } = session;
  const task = await prepareCommit(repository, io.signal);
  for (const path of task.secrets) {
    io.stderr.write(`Warning: ${printable(JSON.stringify(path))} is staged and may hold secrets.\n`);
  }
  const fingerprint = await stagedFingerprint(repository.git, io.signal);
  await withAssistant(session, task, async (assistant, { scripted }) => {
    const answer = await runTask(assistant, task, { io, options });
    printAnswer(answer, io, options);
    if (apply) refuseScripted(scripted, 'No commit was made');
    if (apply && yes && answer.recovered) throw repaired();
    if (apply && answer.type === 'GeneratedMessage') {
      await applyCommit(session, answer.value, fingerprint, yes);
    }
  });
}

/** Makes the commit after the user has agreed. @throws ToolwrightError as `commitStaged` does */
export async function applyCommit(
  { io, repository }: Session,
  message: GeneratedMessage,
  fingerprint: string,
  yes: boolean,
): Promise<void> {
  if (!yes && !(await confirm('Make this commit?', io))) {
    io.stderr.write('No commit was made.\n');
    return;
  }
  const id = await commitStaged(repository.git, composeMessage(message), fingerprint, io.signal);
  io.stderr.write(`Committed ${id.slice(0, 10)}.\n`);
}

/** Half an answer can be mended into a whole one that nobody meant. */
function repaired(): Refusal {
  return new Refusal(
    "The model's answer had to be repaired, so it is not committed unseen.",
    'Run the command again, or without --yes.',
  );
}
