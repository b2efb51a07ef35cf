/** The prompts to serve: a `PromptRegistry` or anything with the same methods. */
export interface ServedPrompts {
  listPrompts(): readonly string[];
  /** Renders a prompt; undefined for an unknown prompt. */
  render(name: string, vars: Readonly<Record<string, unknown>>): string | undefined;
  /** The variables of a prompt; undefined if they are unknown. */
  variables?(name: string): readonly string[] | undefined;
  /** If present, changes are reported to clients. Returns a function that removes the listener. */
  onChange?(listener: () => void): () => void;
}
