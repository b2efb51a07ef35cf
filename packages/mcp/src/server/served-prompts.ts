/** What is served beside tools: a `PromptRegistry`, or anything that does the same. */
export interface ServedPrompts {
  listPrompts(): readonly string[];
  /** Undefined where there is no such prompt. */
  render(name: string, vars: Readonly<Record<string, unknown>>): string | undefined;
  /** What a prompt is filled with; undefined where that is not known. */
  variables?(name: string): readonly string[] | undefined;
  /** Where there is one, clients are told of changes. Gives a function that ends it. */
  onChange?(listener: () => void): () => void;
}
