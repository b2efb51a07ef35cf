import { isToolwrightError, ToolwrightError } from 'toolwright';
import { type AgreedMessage, stagedFingerprint } from '../../git/commit-staged.js';
import { KeptMessage } from '../../git/kept-message.js';
import { checkMessage, showHidden } from '../../output/check-message.js';
import { composeMessage, composePlain, withTrailers } from '../../output/compose-message.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { type CommitTask, prepareCommit } from '../../tasks/prepare-commit.js';
import { cannot } from '../../tasks/task.js';
import { printAnswer } from '../display/print-answer.js';
import { printable } from '../display/printable.js';
import { assertTerminal } from '../input/confirm.js';
import { Refusal, refuseScripted } from '../refusal.js';
import { reportError } from '../report-error.js';
import type { Assistant } from '../session/assistant.js';
import { runTask } from '../session/run-task.js';
import { type Session, withAssistant } from '../session/session.js';
import { agreeOnMessage, type Draft, type WriteAgain } from './agree-on-message.js';
import { hasReadAll } from './has-read-all.js';
import { describeKept, keepMessage, makeCommit } from './make-commit.js';

export interface CommitOptions {
  /** Makes the commit. */
  readonly apply?: boolean;
  /** Writes the message of the last commit anew, and adds what is staged to it. */
  readonly amend?: boolean;
  /** Commits without a question. */
  readonly yes?: boolean;
  /** The number of messages to choose from. */
  readonly candidates?: number;
}

/** Writes the message for the staged changes, and makes the commit if the user wants it. */
export async function commitCommand(session: Session, options: CommitOptions): Promise<void> {
  const { io, repository } = session;
  const { apply = false, yes = false, amend, candidates } = options;
  if (!apply && (yes || candidates !== undefined))
    throw cannot('--yes and --candidates say how to commit.', 'Add --apply.');
  if (yes && candidates !== undefined)
    throw cannot('--yes leaves nothing to choose.', 'Leave out --yes or --candidates.');
  const task = await prepareCommit(repository, io.signal, amend);
  for (const note of task.notes) io.stderr.write(`Warning: ${printable(note)}\n`);
  for (const path of task.secrets) {
    io.stderr.write(`Warning: ${printable(JSON.stringify(path))} is staged and may hold secrets.\n`);
  }
  const fingerprint = await stagedFingerprint(repository.git, io.signal, amend);
  await withAssistant(session, task, async (assistant, { scripted }) => {
    // Before the model is paid for its words.
    if (apply && !yes && !scripted) assertTerminal(io);
    const earlier = apply && !scripted ? await findEarlier(session, fingerprint, options) : undefined;
    if (earlier !== undefined) {
      const drafts = [earlier];
      await commitAgreed(session, { fingerprint, amend }, drafts, createWriteAgain(session, assistant, task));
      return;
    }
    const answer = await runTask(assistant, task, session);
    const written = messageOf(answer);
    const text = withTrailers(written, task.trailers);
    printAnswer(answer, io, session.options, text);
    if (!apply) return;
    refuseScripted(scripted, 'No commit was made');
    if (yes) {
      assertUnseen(written, answer);
      assertSeen(task, answer, amend);
      await makeCommit(session, { text, fingerprint, amend });
      return;
    }
    const writeAgain = createWriteAgain(session, assistant, task, answer);
    const drafts = await writeCandidates(text, options, session, writeAgain);
    await commitAgreed(session, { fingerprint, amend }, drafts, writeAgain);
  });
}

/** The message of an earlier attempt, if the user can be asked about it. */
async function findEarlier(
  { io, options: { json }, repository }: Session,
  fingerprint: string,
  { yes, amend = false }: CommitOptions,
): Promise<Draft | undefined> {
  const kept = await (await KeptMessage.of(repository.git)).find();
  if (kept === undefined) return undefined;
  const isSame = kept.amend === amend;
  const isAsked = io.stdin.isTTY === true && !yes && !json && isSame;
  const unused = `The message of an earlier attempt${isSame ? '' : kept.amend ? ' with --amend' : ' without --amend'} is not used:`;
  const what = isAsked
    ? `This message of an earlier attempt was not committed${kept.fingerprint === fingerprint ? '' : ', and what is staged has changed since'}:`
    : unused;
  io.stderr.write(`${what}\n${showHidden(kept.text)}\n`);
  return isAsked ? { text: kept.text, kept: true } : undefined;
}

/** Asks about the messages until one is committed or the user wants none. After a failure, asks again. */
async function commitAgreed(
  session: Session,
  { fingerprint: staged, amend }: Omit<AgreedMessage, 'text'>,
  drafts: Draft[],
  writeAgain: WriteAgain,
): Promise<void> {
  const { io, repository } = session;
  const kept = await KeptMessage.of(repository.git);
  let fingerprint = staged;
  let failed = false;
  const keep = async ({ text }: Draft): Promise<boolean> =>
    io.stdin.isTTY === true && (await keepMessage(session, kept, { text, fingerprint, amend }));
  for (;;) {
    const agreed = await agreeOnMessage(io, drafts, { writeAgain, keep });
    if (agreed === undefined) {
      io.stderr.write('No commit was made.\n');
      // What a person wrote is not lost to a draft that came after it.
      const own = drafts.findLast((draft) => draft.edited || draft.kept);
      const wanted = own ?? (failed ? drafts.at(-1) : undefined);
      if (wanted === undefined) await kept.forget();
      else if (await keep(wanted)) io.stderr.write(describeKept(kept, amend));
      return;
    }
    try {
      await makeCommit(session, { text: agreed.text, fingerprint, amend });
      return;
    } catch (error) {
      if (io.signal.aborted || !isToolwrightError(error)) throw error;
      reportError(error, io, session.options.debug === true);
      failed = true;
      drafts.push(agreed);
      fingerprint = await stagedFingerprint(repository.git, io.signal, amend);
    }
  }
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
 * A message that nobody has seen must be unrepaired, and contain no hidden characters and no claims.
 * @throws Refusal
 */
export function assertUnseen(
  text: string,
  { type, recovered, truncated }: Pick<GitAnswer, 'type' | 'recovered' | 'truncated'>,
): void {
  const hint = 'Run the command again, or without --yes.';
  if (type === 'PlainText')
    throw new Refusal('The model answered in prose, which is not committed unseen.', hint);
  if (recovered) {
    // A repaired half of an answer can say something that the model did not mean.
    throw new Refusal("The model's answer had to be repaired, so it is not committed unseen.", hint);
  }
  if (truncated)
    throw new Refusal('The provider ended the answer early, so it is not committed unseen.', hint);
  const { hidden, claims } = checkMessage(text);
  if (hidden.length > 0)
    throw new Refusal(
      `The message has hidden characters (${hidden.join(', ')}), so it is not committed.`,
      hint,
    );
  if (claims.length > 0)
    throw new Refusal(`The message is not committed unseen. ${claims.map(showHidden).join(' ')}`, hint);
}

/**
 * A model that has not seen the whole change may describe something else.
 * @throws Refusal
 */
function assertSeen({ isWhole, secrets }: CommitTask, { toolCalls }: GitAnswer, amend = false): void {
  if (secrets.length > 0)
    throw new Refusal(
      'Files that may hold secrets are staged, and the model has not seen them, so its message is not committed unseen.',
      'Unstage them with "git restore --staged <file>", or run the command without --yes.',
    );
  if (isWhole || hasReadAll(toolCalls, amend ? 'amended' : 'staged')) return;
  throw new Refusal(
    'The model has not seen the whole change, so its message is not committed unseen.',
    'Run the command without --yes, or stage less.',
  );
}

/** @param first the answer before; undefined if the model has not been asked yet */
function createWriteAgain(
  session: Session,
  assistant: Assistant,
  task: CommitTask,
  first?: GitAnswer,
): WriteAgain {
  let history = first?.messages;
  return (hint) =>
    session.io.turn(async (signal) => {
      const wish = hint === '' ? '' : `What should be different: ${hint}`;
      const prompt =
        history === undefined
          ? `${task.prompt}\n${wish}`.trimEnd()
          : `Write another message for the same changes. ${wish || 'Let it differ from those before.'}`;
      const again = { capability: task.capability, prompt };
      const answer = await runTask(assistant, again, {
        ...session,
        signal,
        ...(history !== undefined && { task: { history } }),
      });
      history = answer.messages;
      return withTrailers(messageOf(answer), task.trailers);
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
