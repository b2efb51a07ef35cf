import type { TaskEvent, TaskOptions } from '@toolwright/capabilities';
import type { GitAnswer } from '../../output/render-answer.js';
import type { Task } from '../../tasks/task.js';
import type { CliIo } from '../cli-io.js';
import { printable } from '../display/printable.js';
import { Progress } from '../display/progress.js';
import { redacted } from '../display/redacted.js';
import type { CommonOptions } from '../options/options.js';
import type { Assistant } from './assistant.js';

export interface TaskRun {
  readonly io: CliIo;
  readonly options: CommonOptions;
  /** Gets the text of the answer as it arrives. Without it, only the end of the text is shown beside the spinner. */
  readonly onText?: (text: string) => void;
  readonly onEvent?: (event: TaskEvent) => void;
  readonly task?: Pick<TaskOptions, 'history' | 'onUpdate'>;
  /** Ends the task. Default: the program's. */
  readonly signal?: AbortSignal;
}

/** Runs one task and shows its progress. Warnings are printed at the end. */
export async function runTask(
  assistant: Assistant,
  { capability, prompt }: Task,
  { io, options, onText, onEvent, task, signal = io.signal }: TaskRun,
): Promise<GitAnswer> {
  const progress = new Progress(io, options.debug === true || options.json === true || onText !== undefined);
  try {
    const stream = assistant.streamTask(capability, prompt, {
      ...task,
      critic: options.critic,
      signal,
      onEvent: (event) => {
        progress.show(event);
        onEvent?.(event);
        if (options.debug) io.stderr.write(describePhase(event));
      },
    });
    let last = 0;
    for await (const { chunk, turn } of stream) {
      // Text between tool calls is a paragraph of its own.
      if (last !== 0 && turn !== last) onText?.('\n\n');
      last = turn;
      if (onText) onText(printable(chunk));
      else progress.preview(chunk);
    }
    const answer = await stream.response;
    progress.stop();
    for (const warning of answer.warnings) io.stderr.write(`Warning: ${redacted(warning, io)}\n`);
    return answer;
  } finally {
    progress.stop();
  }
}

/** Describes a phase for the debug trace, which knows the runs of a task but not its phases. */
function describePhase(event: TaskEvent): string {
  if (event.type === 'phase-start') return `task ${event.capability}: ${event.phase} begins\n`;
  if (event.type === 'phase-end')
    return `task ${event.capability}: ${event.phase} took ${event.durationMs} ms\n`;
  return '';
}
