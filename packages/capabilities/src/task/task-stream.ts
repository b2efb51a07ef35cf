import { fromGenerator, ResultStream } from '@toolwright/core';
import type { TaskPart } from './run-task.js';
import type { OutputSchemas, TaskResponse } from './task-response.js';

/**
 * A task as a stream of text. It begins when it is read: piece by piece, or by waiting for its response. It has one reader;
 * leaving the loop (`break`) ends the task.
 */
export class TaskStream<Outputs extends OutputSchemas = OutputSchemas> extends ResultStream<
  TaskPart,
  TaskResponse<Outputs>
> {
  constructor(parts: AsyncGenerator<TaskPart, TaskResponse<Outputs>>) {
    super(fromGenerator(() => parts));
  }

  /** The answer as a whole. Reads the task to its end if nobody else has begun to by the next tick. */
  get response(): Promise<TaskResponse<Outputs>> {
    return this.result;
  }
}
