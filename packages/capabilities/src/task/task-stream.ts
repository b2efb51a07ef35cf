import { ToolwrightError } from '@toolwright/contract';
import type { TaskPart } from './run-task.js';
import type { OutputSchemas, TaskResponse } from './task-response.js';

/**
 * A task, as a stream of text. It begins when it is read: piece by piece, or by waiting for its response; one reader at a time, and
 * leaving the loop (`break`) ends the task.
 */
export class TaskStream<Outputs extends OutputSchemas = OutputSchemas> implements AsyncIterable<TaskPart> {
  readonly #parts: AsyncGenerator<TaskPart, TaskResponse<Outputs>>;
  #read = false;
  readonly #response: Promise<TaskResponse<Outputs>>;
  #resolve: (response: TaskResponse<Outputs>) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(parts: AsyncGenerator<TaskPart, TaskResponse<Outputs>>) {
    this.#parts = parts;
    this.#response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever iterates instead of awaiting it sees the error there.
    this.#response.catch(() => {});
  }

  /** The answer, put together at the end. Reads the task to its end if nobody else has begun to by the next tick. */
  get response(): Promise<TaskResponse<Outputs>> {
    setImmediate(() => this.#readAll());
    return this.#response;
  }

  [Symbol.asyncIterator](): AsyncIterator<TaskPart, void> {
    if (this.#read) {
      throw new ToolwrightError('USAGE', 'This task is being read already.', {
        blame: 'developer',
        hint: 'Start another task, or collect the parts where they are read.',
      });
    }
    this.#read = true;
    return this.#relay();
  }

  async #readAll(): Promise<void> {
    if (this.#read) return;
    this.#read = true;
    try {
      for await (const _ of this.#relay());
    } catch {
      // The response has been rejected with it.
    }
  }

  async *#relay(): AsyncGenerator<TaskPart, void> {
    try {
      for (;;) {
        const step = await this.#parts.next();
        if (step.done) {
          this.#resolve(step.value);
          return;
        }
        yield step.value;
      }
    } catch (error) {
      this.#reject(error);
      throw error;
    } finally {
      // Of no effect where the task has ended; else the reader has left it.
      this.#reject(new ToolwrightError('ABORTED', 'Nobody reads the task any more.', { blame: 'user' }));
      await this.#parts.return(LEFT);
    }
  }
}

// Never seen by anybody: a reader that has left asks for no value.
const LEFT = undefined as never;
