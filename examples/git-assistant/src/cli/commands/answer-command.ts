import type { Task } from '../../tasks/task.js';
import { printAnswer } from '../display/print-answer.js';
import { runTask } from '../session/run-task.js';
import { type Session, withAssistant } from '../session/session.js';

/** Runs one task and prints its answer. */
export async function answerCommand(session: Session, task: Task): Promise<void> {
  const { io, options } = session;
  await withAssistant(session, task, async (assistant) => {
    printAnswer(await runTask(assistant, task, { io, options }), io, options);
  });
}
