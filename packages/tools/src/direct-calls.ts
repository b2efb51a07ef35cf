import { createDirectCall, type DirectCall } from './dispatch/direct-call.js';
import { finishSync } from './dispatch/run-tool.js';
import type { ToolTable } from './tool-table.js';

/** The direct calls of a registry's tools, each made when first asked for. */
export class DirectCalls {
  readonly #table: ToolTable;
  readonly #refuse: (name: string, args: unknown) => unknown;
  readonly #calls = new Map<string, DirectCall | undefined>();
  // Calls of one tool often follow each other, and a look-up by name takes as long as the cheapest of them.
  #latestName: string | undefined;
  #latest: DirectCall | undefined;

  /** @param refuse Called in place of the tool with arguments that validation refuses. */
  constructor(table: ToolTable, refuse: (name: string, args: unknown) => unknown) {
    this.#table = table;
    this.#refuse = refuse;
  }

  /** Undefined for tools that cannot be called directly, or do not exist. */
  find(name: string): DirectCall | undefined {
    return name === this.#latestName ? this.#latest : this.#look(name);
  }

  /** Forgets all: a tool was removed. */
  clear(): void {
    this.#calls.clear();
    this.#latestName = undefined;
    this.#latest = undefined;
  }

  #look(name: string): DirectCall | undefined {
    const tool = this.#table.find(name);
    if (tool === undefined) return undefined;
    if (!this.#calls.has(name)) {
      const refuse = (args: unknown): unknown => this.#refuse(name, args);
      const finish = (result: object): unknown => finishSync(result, name);
      this.#calls.set(name, createDirectCall(tool, { refuse, finish }));
    }
    this.#latestName = name;
    this.#latest = this.#calls.get(name);
    return this.#latest;
  }
}
