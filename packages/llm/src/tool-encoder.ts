import type { ToolSpec } from '@toolwright/contract';
import { type DialectName, getDialect } from '@toolwright/schema';

/** Tools as they go over the wire, made once for each list and each tool as long as these live. */
export class ToolEncoder {
  readonly #lists = new WeakMap<readonly ToolSpec[], readonly object[]>();
  readonly #tools = new WeakMap<ToolSpec, object>();
  readonly #dialect;

  constructor(dialect: DialectName) {
    this.#dialect = getDialect(dialect);
  }

  encode(tools: readonly ToolSpec[]): readonly object[] {
    const known = this.#lists.get(tools);
    // A list that was changed after it was first sent is encoded again.
    if (known !== undefined && known.length === tools.length) return known;
    const encoded = tools.map((tool) => this.#encodeTool(tool));
    this.#lists.set(tools, encoded);
    return encoded;
  }

  #encodeTool(tool: ToolSpec): object {
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    const encoded = this.#dialect.wireTool(tool);
    this.#tools.set(tool, encoded);
    return encoded;
  }
}
