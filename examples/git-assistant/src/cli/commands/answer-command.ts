import { count } from '../../output/count.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { checkClaims } from '../../tasks/check-claims.js';
import type { Task } from '../../tasks/task.js';
import { printAnswer } from '../display/print-answer.js';
import { printable } from '../display/printable.js';
import { redacted } from '../display/redacted.js';
import { answerInParts } from '../session/answer-in-parts.js';
import { runTask } from '../session/run-task.js';
import { type Session, withAssistant } from '../session/session.js';

/** Prints an answer. `scripted` means that its words are canned. */
export type PrintAnswer = (answer: GitAnswer, scripted: boolean) => void;

/** Runs one task and prints its answer. */
export async function answerCommand(session: Session, task: Task, print?: PrintAnswer): Promise<void> {
  const { io, options, repository } = session;
  for (const note of task.notes ?? []) io.stderr.write(`Note: ${printable(note)}\n`);
  await withAssistant(session, task, async (assistant, { config, scripted }) => {
    const given =
      task.long === undefined || scripted
        ? await runTask(assistant, task, { io, options })
        : await answerInParts(session, config, assistant, task, task.long);
    sayWhatRevisionDropped(given, (text) => void io.stderr.write(`Warning: ${redacted(text, io)}\n`));
    const { answer, warnings } = task.subject
      ? await checkClaims(given, repository, task.subject, io.signal)
      : { answer: given, warnings: [] };
    for (const warning of warnings) io.stderr.write(`Warning: ${redacted(warning, io)}\n`);
    if (print) print(answer, scripted);
    else printAnswer(answer, io, options);
  });
}

/** A critique may make the model take a finding back, rightly or not. */
function sayWhatRevisionDropped({ type, value, unrevised }: GitAnswer, warn: (text: string) => void): void {
  if (type !== 'Review' || unrevised === undefined) return;
  // The answer before the revision has the same type.
  const before = unrevised as typeof value;
  const left = new Set(value.findings.map(({ file, title }) => `${file}\n${title}`));
  const gone = before.findings.filter(({ file, title }) => !left.has(`${file}\n${title}`));
  for (const { severity, file, line, title } of gone.slice(0, MAX_NAMED))
    warn(
      `The revision left out or renamed: ${severity}, ${file}${line === null ? '' : `:${line}`}: ${title}`,
    );
  if (gone.length > MAX_NAMED)
    warn(`It left out or renamed ${count(gone.length - MAX_NAMED, 'other finding')}.`);
}

const MAX_NAMED = 10;
