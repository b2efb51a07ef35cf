import { ToolwrightError } from 'toolwright';
import { commitStaged, readMessage, stagedFingerprint } from '../../git/commit-staged.js';
import { checkMessage, showHidden } from '../../output/check-message.js';
import { composeMessage, composePlain } from '../../output/compose-message.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { prepareCommit } from '../../tasks/prepare-commit.js';
import type { Task } from '../../tasks/task.js';
import { printAnswer } from '../display/print-answer.js';
import { printable } from '../display/printable.js';
import { Refusal, refuseScripted } from '../refusal.js';
import type { Assistant } from '../session/assistant.js';
import { runTask } from '../session/run-task.js';
import { type Session, withAssistant } from '../session/session.js';
import { agreeOnMessage, type Draft, type WriteAgain } from './agree-on-message.js';

export interface CommitOptions {
  /** Makes the commit. */
  readonly apply?: boolean;
  /** Commits without a question. */
  readonly yes?: boolean;
  /** The number of messages to choose from. */
  readonly candidates?: number;
}

/** Writes the message for the staged changes, and makes the commit if the user wants it. */
export async function commitCommand(session: Session, options: CommitOptions): Promise<void> {
  const { io, repository } = session;
  const task = await prepareCommit(repository, io.signal);
  for (const path of task.secrets) {
    io.stderr.write(`Warning: ${printable(JSON.stringify(path))} is staged and may hold secrets.\n`);
  }
  const fingerprint = await stagedFingerprint(repository.git, io.signal);
  await withAssistant(session, task, async (assistant, { scripted }) => {
    const answer = await runTask(assistant, task, session);
    const text = messageOf(answer);
    printAnswer(answer, io, session.options, text);
    if (!options.apply) return;
    refuseScripted(scripted, 'No commit was made');
    if (options.yes) {
      assertUnseen(text, answer.recovered);
      await makeCommit(session, text, fingerprint);
      return;
    }
    const writeAgain = createWriteAgain(session, assistant, task, answer);
    const agreed = await agreeOnMessage(
      io,
      await writeCandidates(text, options, session, writeAgain),
      writeAgain,
    );
    if (agreed === undefined) io.stderr.write('No commit was made.\n');
    else await makeCommit(session, agreed, fingerprint);
  });
}

/**
 * The text of an answer, as it is shown and committed.
 * @throws ToolwrightError `INVALID_OUTPUT` if the answer is not a message
 */
export function messageOf(answer: GitAnswer): string {
  if (answer.type === 'GeneratedMessage') return composeMessage(answer.value);
  if (answer.type === 'PlainText') return composePlain(answer.value);
  throw new ToolwrightError('INVALID_OUTPUT', `The answer is a ${answer.type}, not a commit message.`, {
    blame: 'user',
    hint: "Let your capability 'commit' have the output_type GeneratedMessage or PlainText.",
  });
}

/**
 * Makes the commit, and warns if a hook has changed its message.
 * @throws ToolwrightError as `commitStaged` does
 */
export async function makeCommit(
  { io, repository }: Session,
  text: string,
  fingerprint: string,
): Promise<void> {
  const id = await commitStaged(repository.git, text, fingerprint, io.signal);
  if ((await readMessage(repository.git, id)) !== text) {
    io.stderr.write('Warning: a hook of the repository has changed the message: see "git log -1".\n');
  }
  io.stderr.write(`Committed ${id.slice(0, 10)}.\n`);
}

/**
 * A message that nobody has seen must be unrepaired, and contain no hidden characters and no claims.
 * @throws Refusal
 */
export function assertUnseen(text: string, recovered: boolean): void {
  const hint = 'Run the command again, or without --yes.';
  if (recovered) {
    // A repaired half of an answer can say something that the model did not mean.
    throw new Refusal("The model's answer had to be repaired, so it is not committed unseen.", hint);
  }
  const { hidden, claims } = checkMessage(text);
  if (hidden.length > 0)
    throw new Refusal(
      `The message has hidden characters (${hidden.join(', ')}), so it is not committed.`,
      hint,
    );
  if (claims.length > 0)
    throw new Refusal(`The message is not committed unseen. ${claims.map(showHidden).join(' ')}`, hint);
}

function createWriteAgain(session: Session, assistant: Assistant, task: Task, first: GitAnswer): WriteAgain {
  let history = first.messages;
  return (hint) =>
    session.io.turn(async (signal) => {
      const wish = hint === '' ? 'Let it differ from those before.' : `What should be different: ${hint}`;
      const prompt = `Write another message for the same changes. ${wish}`;
      const again = { capability: task.capability, prompt };
      const answer = await runTask(assistant, again, { ...session, signal, task: { history } });
      history = answer.messages;
      return messageOf(answer);
    });
}

async function writeCandidates(
  text: string,
  { candidates = 1 }: CommitOptions,
  { io }: Session,
  writeAgain: WriteAgain,
): Promise<Draft[]> {
  const drafts: Draft[] = [{ text }];
  while (drafts.length < candidates) {
    const draft = { text: await writeAgain('') };
    drafts.push(draft);
    io.stdout.write(`\n${showHidden(draft.text)}\n`);
  }
  return drafts;
}
