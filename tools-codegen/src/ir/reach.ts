import { childrenOf, getDefinition } from './definitions.js';
import type { Definitions, TypeNode } from './type-node.js';

/** Determines which types are or contain a matching node at any depth. Each definition is searched once. */
export class Reach {
  readonly #definitions: Definitions;
  readonly #isHit: (node: TypeNode) => boolean;
  readonly #known = new Map<string, boolean>();

  constructor(definitions: Definitions, isHit: (node: TypeNode) => boolean) {
    this.#definitions = definitions;
    this.#isHit = isHit;
  }

  /** Whether the type is or contains a matching node. */
  has(node: TypeNode): boolean {
    if (node.kind === 'ref') return this.#hasDefinition(node.id);
    if (this.#isHit(node)) return true;
    for (const child of childrenOf(node)) if (this.has(child)) return true;
    return false;
  }

  #hasDefinition(id: string): boolean {
    if (!this.#known.has(id)) this.#search(id);
    return this.#known.get(id) ?? false;
  }

  /**
   * Searches a definition and all definitions that it leads to: collects the references, then follows them backwards from each match.
   */
  #search(id: string): void {
    const users = new Map<string, string[]>([[id, []]]);
    const hits: string[] = [];
    for (const [each] of users) {
      const { refs, isHit } = this.#contentOf(getDefinition(this.#definitions, each).node);
      if (isHit || refs.some((ref) => this.#known.get(ref))) hits.push(each);
      for (const ref of refs) {
        if (this.#known.has(ref)) continue;
        const known = users.get(ref);
        if (known === undefined) users.set(ref, [each]);
        else known.push(each);
      }
    }
    for (let hit = hits.pop(); hit !== undefined; hit = hits.pop()) {
      if (this.#known.get(hit)) continue;
      this.#known.set(hit, true);
      hits.push(...(users.get(hit) ?? []));
    }
    for (const each of users.keys()) if (!this.#known.has(each)) this.#known.set(each, false);
  }

  /** Returns the references in a node, and whether the node contains a match. */
  #contentOf(node: TypeNode): { readonly refs: readonly string[]; readonly isHit: boolean } {
    const refs: string[] = [];
    let isHit = false;
    const open = [node];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      isHit ||= this.#isHit(part);
      if (part.kind === 'ref') refs.push(part.id);
      else open.push(...childrenOf(part));
    }
    return { refs, isHit };
  }
}
