/** Maps a node and a character to a child node. Stored in typed arrays, because a `Map` would be several times as large and slow. */
export class BranchTable {
  #nodes = new Int32Array(64);
  #units = new Uint16Array(64);
  /** The children; 0 for a free slot. */
  #children = new Int32Array(64);
  #count = 0;

  /** Returns the child, or 0 if the node has no such child. */
  find(node: number, unit: number): number {
    return this.#children[this.#placeOf(node, unit)] ?? 0;
  }

  /** @param child not 0 */
  add(node: number, unit: number, child: number): void {
    if (this.#count * 2 >= this.#children.length) this.#grow();
    this.#count += 1;
    this.#put(node, unit, child);
  }

  #put(node: number, unit: number, child: number): void {
    const place = this.#placeOf(node, unit);
    this.#nodes[place] = node;
    this.#units[place] = unit;
    this.#children[place] = child;
  }

  /** Returns the slot of the child, or a free slot for it. */
  #placeOf(node: number, unit: number): number {
    const last = this.#children.length - 1;
    const mixed = Math.imul(node ^ (unit << 16) ^ Math.imul(unit, 0x85eb_ca6b), 0x9e37_79b1);
    let place = (mixed ^ (mixed >>> 15)) & last;
    while (this.#children[place] !== 0 && (this.#nodes[place] !== node || this.#units[place] !== unit))
      place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [nodes, units, children] = [this.#nodes, this.#units, this.#children];
    const length = children.length * 2;
    this.#nodes = new Int32Array(length);
    this.#units = new Uint16Array(length);
    this.#children = new Int32Array(length);
    for (const [place, child] of children.entries())
      if (child !== 0) this.#put(nodes[place] ?? 0, units[place] ?? 0, child);
  }
}
