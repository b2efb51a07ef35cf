import type { ToolSpec } from '@toolwright/contract';
import { type Dialect, type DialectName, getDialect, type WireTool } from '@toolwright/schema';
import { createRestoreText, type RestoreText } from './restore-text.js';

export interface EncodedTools {
  readonly tools: readonly object[];
  /** Tools that go out without the provider's guarantee, a sentence each. */
  readonly warnings: readonly string[];
  /** How arguments are turned back, by the name of the tool; undefined where none have to be. */
  readonly restores: ReadonlyMap<string, RestoreText> | undefined;
}

interface EncodedTool {
  readonly tool: object;
  readonly warning: string | undefined;
  readonly restore: RestoreText | undefined;
}

/** Tools as they go over the wire, made once for each list and each tool as long as these live. */
export class ToolEncoder<Name extends DialectName> {
  readonly #lists = new WeakMap<readonly ToolSpec[], EncodedTools>();
  readonly #tools = new WeakMap<ToolSpec, EncodedTool>();
  readonly #dialect: Dialect<WireTool<Name>>;
  readonly #form: (tool: WireTool<Name>) => object;

  /** @param form What an API makes of the dialect's tool; default: takes it as it is. */
  constructor(dialect: Name, form: (tool: WireTool<Name>) => object = (tool) => tool) {
    this.#dialect = getDialect(dialect);
    this.#form = form;
  }

  encode(tools: readonly ToolSpec[]): EncodedTools {
    const known = this.#lists.get(tools);
    // A list that was changed after it was first sent is encoded again.
    if (known !== undefined && known.tools.length === tools.length) return known;
    const all = tools.map((tool) => this.#encodeTool(tool));
    const restores = new Map(
      all.flatMap(({ restore }, index) => (restore ? [[tools[index]?.name ?? '', restore] as const] : [])),
    );
    const encoded: EncodedTools = {
      tools: all.map(({ tool }) => tool),
      warnings: all.flatMap(({ warning }) => warning ?? []),
      restores: restores.size > 0 ? restores : undefined,
    };
    this.#lists.set(tools, encoded);
    return encoded;
  }

  #encodeTool(spec: ToolSpec): EncodedTool {
    const known = this.#tools.get(spec);
    if (known !== undefined) return known;
    const lowered = this.#dialect.lower(spec.parameters);
    const lost = lowered.losses.find(({ kind }) => kind === 'impossible');
    const encoded: EncodedTool = {
      tool: this.#form(this.#dialect.wireTool(spec)),
      warning:
        lost && `The tool '${spec.name}' is sent without strict mode. ${lost.path || '/'}: ${lost.message}`,
      restore: createRestoreText(spec.parameters, lowered),
    };
    this.#tools.set(spec, encoded);
    return encoded;
  }
}
