import { type MaxLength, tool } from '@toolwright/tools';

/** A notepad for one task, whose notes stay available when the conversation grows long. */
export class WorkspaceNotes {
  readonly #notes: string[] = [];

  /**
   * Your notes on this task: findings, plans and remaining work. Returns all notes.
   * @param add A note to add. Omit it to only read the notes.
   */
  @tool
  workspaceNotes(add?: string & MaxLength<4000>): readonly string[] {
    if (add?.trim()) this.#notes.push(add.trim());
    return [...this.#notes];
  }
}
