import { canonicalHash } from '@toolwright/schema';
import type { Tool } from '@toolwright/tools';

/** The part of a `ToolRegistry` that is needed to keep it up to date. */
export interface RegistryLike {
  register(tool: Tool): unknown;
  unregister(name: string): boolean;
}

/** The tools that one connection has put into a registry. */
export class FollowedTools {
  readonly #registry: RegistryLike;
  /** What each of them was, by name. */
  readonly #known = new Map<string, string>();

  constructor(registry: RegistryLike) {
    this.#registry = registry;
  }

  /**
   * Puts in what is new, and takes out what is gone; tools that are the same stay in their place.
   * @throws What `register` throws, once everything else is done; the first of several.
   */
  update(tools: readonly Tool[]): void {
    const wanted = new Map(tools.map((tool) => [tool.name, { tool, hash: hashOf(tool) }]));
    for (const [name, hash] of this.#known) {
      if (wanted.get(name)?.hash !== hash) this.#remove(name);
    }
    const failures: unknown[] = [];
    for (const [name, { tool, hash }] of wanted) {
      if (this.#known.has(name)) continue;
      try {
        this.#registry.register(tool);
        this.#known.set(name, hash);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  clear(): void {
    for (const name of [...this.#known.keys()]) this.#remove(name);
  }

  #remove(name: string): void {
    this.#known.delete(name);
    this.#registry.unregister(name);
  }
}

function hashOf({ description, parameters, output = {}, annotations = {} }: Tool): string {
  return canonicalHash({ description, parameters, output, annotations });
}
