import { type MaxLength, tool } from '@toolwright/tools';

/** A note pad for one task: what the model writes down stays at hand when the conversation has grown long. */
export class WorkspaceNotes {
  readonly #notes: string[] = [];

  /**
   * Your notes on this task: findings, plans, what is left to do. Gives all notes.
   * @param add A note to add; leave it out to read the notes only
   */
  @tool
  workspaceNotes(add?: string & MaxLength<4000>): readonly string[] {
    if (add?.trim()) this.#notes.push(add.trim());
    return [...this.#notes];
  }
}
