import type { Task } from '../tasks/task.js';
import { printAnswer } from './print-answer.js';
import { runTask } from './run-task.js';
import { type Session, withAssistant } from './session.js';

/** One task, one answer. */
export async function answerCommand(session: Session, task: Task): Promise<void> {
  const { io, options } = session;
  await withAssistant(session, task, async (assistant) => {
    printAnswer(await runTask(assistant, task, { io, options }), io, options);
  });
}
