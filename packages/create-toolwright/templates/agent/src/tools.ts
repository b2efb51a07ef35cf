import { type MinLength, tool } from 'toolwright';

export interface Task {
  id: number;
  title: string;
  done: boolean;
}

/** A list of tasks in memory. */
export class TaskList {
  readonly #tasks: Task[] = [];

  /**
   * Adds a task.
   * @param title What has to be done
   */
  @tool
  addTask(title: string & MinLength<1>): Task {
    const task = { id: this.#tasks.length + 1, title, done: false };
    this.#tasks.push(task);
    return task;
  }

  /**
   * Lists the tasks.
   * @param include Which tasks to list
   */
  @tool({ readOnly: true })
  listTasks(include: 'all' | 'open' | 'done' = 'open'): Task[] {
    return this.#tasks.filter(({ done }) => include === 'all' || done === (include === 'done'));
  }

  /**
   * Marks a task as done.
   * @param id Number of the task
   */
  @tool
  completeTask(id: number): Task {
    const task = this.#tasks.find((candidate) => candidate.id === id);
    if (!task) throw new Error(`There is no task ${id}.`);
    task.done = true;
    return task;
  }
}
