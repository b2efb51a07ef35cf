import { fromGenerator, ResultStream } from '@toolwright/core';
import type { TaskPart } from './run-task.js';
import type { OutputSchemas, TaskResponse } from './task-response.js';

/**
 * A task as a stream of text. The task starts when the stream is read, chunk by chunk or by awaiting its response. A stream has one
 * reader. Leaving the loop (`break`) ends the task.
 */
export class TaskStream<Outputs extends OutputSchemas = OutputSchemas> extends ResultStream<
  TaskPart,
  TaskResponse<Outputs>
> {
  constructor(parts: AsyncGenerator<TaskPart, TaskResponse<Outputs>>) {
    super(fromGenerator(() => parts));
  }

  /** The whole answer. Runs the task to its end, unless another reader starts before the next tick. */
  get response(): Promise<TaskResponse<Outputs>> {
    return this.result;
  }
}
