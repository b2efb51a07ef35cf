import { type ToolOutcome, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { ToolExecution, ToolSource } from '@toolwright/core';

/** Several sources of tools as one; each stays as it is, and what is added to it later is seen. */
export class JoinedTools implements ToolSource {
  readonly #sources: readonly ToolSource[];
  #lists: readonly (readonly ToolSpec[])[] = [];
  #owners: ReadonlyMap<string, ToolSource> = new Map();
  #all: readonly ToolSpec[] = [];

  constructor(sources: readonly ToolSource[]) {
    this.#sources = sources;
  }

  /** @throws ToolwrightError `DUPLICATE_TOOL` */
  listTools(): readonly ToolSpec[] {
    const lists = this.#sources.map((source) => source.listTools());
    const known = lists.length === this.#lists.length && lists.every((list, i) => list === this.#lists[i]);
    if (known) return this.#all;
    const owners = new Map<string, ToolSource>();
    for (const [index, source] of this.#sources.entries()) {
      for (const { name } of lists[index] ?? []) {
        if (owners.has(name)) throw duplicate(name);
        owners.set(name, source);
      }
    }
    this.#lists = lists;
    this.#owners = owners;
    this.#all = lists.flat();
    return this.#all;
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    const source = this.#owners.get(name);
    if (source !== undefined) return source.execute(name, args, execution);
    const names = this.#all.map((tool) => tool.name).join(', ');
    return {
      result: null,
      error: `Tool '${name}' not found. ${names ? `Available: ${names}.` : 'There are no tools.'}`,
    };
  }
}

function duplicate(name: string): ToolwrightError {
  return new ToolwrightError('DUPLICATE_TOOL', `Two tools of the agent are named '${name}'.`, {
    blame: 'developer',
    hint: 'Register one of them with a prefix; analyzeSubagent, parallelAnalyze and workspaceNotes are the own ones of the agent.',
  });
}
