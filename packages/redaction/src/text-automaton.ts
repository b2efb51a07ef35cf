import { BranchTable } from './branch-table.js';
import { addSpan, type Span } from './spans.js';

const ASCII = 128;
const ROOT = 0;

/**
 * Finds texts in one pass (Aho–Corasick). Each node is a prefix of a text, and the state of a search is the longest prefix that ends at the
 * current character. The unshared nodes of a text are consecutive, so that few links have to be stored.
 */
export class TextAutomaton {
  /** The character that leads to each node. */
  #units = new Uint16Array(64);
  /** The length of each prefix; 0 for the root and for the gap after a text's nodes. */
  #depths = new Int32Array(64);
  #size = 1;
  /** Children other than the following node. */
  readonly #branches = new BranchTable();
  readonly #firsts = new Int32Array(ASCII);
  /** The parent of each text's first unshared node. */
  readonly #parents = new Map<number, number>();
  readonly #ends = new Set<number>();
  #hasBranches = new Uint8Array(64);
  /** For each node, the longest proper suffix that is a prefix with children. */
  readonly #fallbacks: Int32Array;
  /** For each node, the node of the longest text that is its suffix. A removed text leads to the next shorter text. */
  readonly #matches: Int32Array;
  /** For each text, the longest shorter text that is its suffix. */
  readonly #shorter = new Map<number, number>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) this.#insert(text);
    this.#units = this.#units.slice(0, this.#size + 1);
    this.#depths = this.#depths.slice(0, this.#size + 1);
    this.#hasBranches = this.#hasBranches.slice(0, this.#size + 1);
    this.#fallbacks = new Int32Array(this.#size);
    this.#matches = new Int32Array(this.#size);
    for (const node of this.#byDepth()) this.#link(node);
    this.#parents.clear();
  }

  /** Returns the length of the prefix of a state. */
  depthOf(place: number): number {
    return this.#depths[place] ?? 0;
  }

  /**
   * Continues a search with a chunk. @param place the state before the chunk, initially 0 @param spans receives the merged matches
   * @param offset the index of the chunk in the whole text @returns the state after the chunk
   */
  read(text: string, place: number, spans: Span[], offset: number): number {
    let node = place;
    for (let index = 0; index < text.length; index += 1) {
      node = this.#next(node, text.charCodeAt(index));
      if (node === ROOT) continue;
      const match = this.#matchAt(node);
      const end = offset + index + 1;
      if (match !== ROOT) addSpan(spans, { start: end - this.depthOf(match), end });
      if (this.#isLeaf(node)) node = this.#fallbacks[node] ?? ROOT;
    }
    return node;
  }

  /** Removes a text from the search. Its nodes stay. */
  remove(text: string): void {
    let node = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      node = this.#child(node, text.charCodeAt(index));
      if (node === ROOT) return;
    }
    if (this.#ends.delete(node)) this.#matches[node] = this.#shorter.get(node) ?? ROOT;
  }

  #insert(text: string): void {
    let node = ROOT;
    let index = 0;
    for (; index < text.length; index += 1) {
      const child = this.#child(node, text.charCodeAt(index));
      if (child === ROOT) break;
      node = child;
    }
    if (index < text.length) node = this.#append(text, index, node);
    this.#ends.add(node);
  }

  /** Creates nodes for the rest of a text. */
  #append(text: string, from: number, parent: number): number {
    const first = this.#size;
    const size = first + text.length - from;
    this.#reserve(size + 2);
    const unit = text.charCodeAt(from);
    this.#parents.set(first, parent);
    this.#branches.add(parent, unit, first);
    this.#hasBranches[parent] = 1;
    if (parent === ROOT && unit < ASCII) this.#firsts[unit] = first;
    for (let index = from; index < text.length; index += 1) {
      this.#units[first + index - from] = text.charCodeAt(index);
      this.#depths[first + index - from] = index + 1;
    }
    // One more for the gap after the text's nodes.
    this.#size = size + 1;
    return size - 1;
  }

  #reserve(size: number): void {
    if (size < this.#depths.length) return;
    const length = Math.max(size + 1, this.#depths.length * 2);
    const units = new Uint16Array(length);
    units.set(this.#units);
    const depths = new Int32Array(length);
    depths.set(this.#depths);
    const hasBranches = new Uint8Array(length);
    hasBranches.set(this.#hasBranches);
    [this.#units, this.#depths, this.#hasBranches] = [units, depths, hasBranches];
  }

  /** Lists all nodes except the root and the gaps, shortest prefix first. */
  #byDepth(): Int32Array {
    let deepest = 0;
    for (const depth of this.#depths) if (depth > deepest) deepest = depth;
    const starts = new Int32Array(deepest + 2);
    for (const depth of this.#depths) if (depth > 0) starts[depth + 1] = (starts[depth + 1] ?? 0) + 1;
    for (let depth = 1; depth < starts.length; depth += 1)
      starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
    const nodes = new Int32Array(starts.at(-1) ?? 0);
    for (let node = 1; node < this.#size; node += 1) {
      const depth = this.depthOf(node);
      if (depth === 0) continue;
      const at = starts[depth] ?? 0;
      nodes[at] = node;
      starts[depth] = at + 1;
    }
    return nodes;
  }

  /** Sets the fallback and the match of a node. Shorter prefixes must be linked first. */
  #link(node: number): void {
    const parent = this.#depths[node - 1] === 0 ? (this.#parents.get(node) ?? ROOT) : node - 1;
    const longest =
      parent === ROOT ? ROOT : this.#next(this.#fallbacks[parent] ?? ROOT, this.#units[node] ?? 0);
    this.#fallbacks[node] = this.#isLeaf(longest) ? (this.#fallbacks[longest] ?? ROOT) : longest;
    const match = this.#matches[longest] ?? ROOT;
    this.#matches[node] = this.#ends.has(node) ? node : match;
    if (this.#ends.has(node)) this.#shorter.set(node, match);
  }

  #next(place: number, unit: number): number {
    let node = place;
    for (;;) {
      const child = this.#child(node, unit);
      if (child !== ROOT || node === ROOT) return child;
      node = this.#fallbacks[node] ?? ROOT;
    }
  }

  #child(node: number, unit: number): number {
    if (node === ROOT && unit < ASCII) return this.#firsts[unit] ?? ROOT;
    if (node !== ROOT && this.#units[node + 1] === unit && this.#depths[node + 1] !== 0) return node + 1;
    return this.#hasBranches[node] === 1 ? this.#branches.find(node, unit) : ROOT;
  }

  #isLeaf(node: number): boolean {
    return node !== ROOT && this.#depths[node + 1] === 0 && this.#hasBranches[node] === 0;
  }

  /** Returns the match of a node, and stores it so that removed texts are skipped only once. */
  #matchAt(node: number): number {
    let match = this.#matches[node] ?? ROOT;
    let next = this.#matches[match] ?? ROOT;
    if (match === next) return match;
    while (match !== next) {
      match = next;
      next = this.#matches[match] ?? ROOT;
    }
    for (let at = node; at !== match; ) {
      const following = this.#matches[at] ?? ROOT;
      this.#matches[at] = match;
      at = following;
    }
    return match;
  }
}
