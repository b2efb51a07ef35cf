import type { ToolSpec } from '@toolwright/contract';
import { getDialect } from '@toolwright/schema';

/** Tools in the flat form of the responses API, made once for each tool as long as it lives. */
export class FunctionEncoder {
  readonly #known = new WeakMap<ToolSpec, object>();
  readonly #dialect = getDialect('openai');

  encode(tools: readonly ToolSpec[]): readonly object[] {
    return tools.map((tool) => {
      const known = this.#known.get(tool);
      if (known !== undefined) return known;
      const { type, function: definition } = this.#dialect.wireTool(tool);
      // This API is strict unless it is told not to be.
      const encoded = { type, strict: false, ...definition };
      this.#known.set(tool, encoded);
      return encoded;
    });
  }
}
