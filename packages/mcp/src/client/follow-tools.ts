import { canonicalHash } from '@toolwright/json';
import type { Tool } from '@toolwright/tools';

/** The methods of a `ToolRegistry` that keep its tools up to date. */
export interface RegistryLike {
  register(tool: Tool): unknown;
  unregister(name: string): boolean;
}

/** The tools that one connection has registered in a registry. */
export class FollowedTools {
  readonly #registry: RegistryLike;
  /** The hashes of the tools, by name. */
  readonly #known = new Map<string, string>();

  constructor(registry: RegistryLike) {
    this.#registry = registry;
  }

  /**
   * Registers new tools and unregisters removed ones. Unchanged tools keep their position.
   * @returns the errors of tools that could not be registered
   */
  update(tools: readonly Tool[]): readonly unknown[] {
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
    return failures;
  }

  clear(): void {
    for (const name of [...this.#known.keys()]) this.#remove(name);
  }

  #remove(name: string): void {
    this.#known.delete(name);
    this.#registry.unregister(name);
  }
}

/** Hashes the parts of a tool that affect its callers. */
export function hashOf({ description, parameters, output = {}, annotations = {} }: Tool): string {
  return canonicalHash({ description, parameters, output, annotations });
}
