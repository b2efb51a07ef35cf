import type { ToolSpec } from '@toolwright/contract';
import { type Dialect, type DialectName, getDialect, type WireTool } from '@toolwright/json-schema';
import { remember } from './remember.js';
import { createRestoreText, type RestoreText } from './restore-text.js';

export interface EncodedTools<Tool> {
  readonly tools: readonly Tool[];
  /** A warning for each tool that is sent without strict mode. */
  readonly warnings: readonly string[];
  /** The functions that restore arguments, by tool name; undefined if no tool needs one. */
  readonly restores: ReadonlyMap<string, RestoreText> | undefined;
}

interface EncodedTool<Tool> {
  readonly tool: Tool;
  readonly warning: string | undefined;
  readonly restore: RestoreText | undefined;
}

export interface ToolListEncoder<Tool> {
  encode(tools: readonly ToolSpec[]): EncodedTools<Tool>;
}

/** Encodes each list and each tool once, and caches the result for the lifetime of the original. */
export class ToolEncoder<Name extends DialectName, Tool extends object = WireTool<Name>>
  implements ToolListEncoder<Tool>
{
  readonly #lists = new WeakMap<readonly ToolSpec[], EncodedTools<Tool>>();
  readonly #encode: (tool: ToolSpec) => EncodedTool<Tool>;

  /** @param form converts a tool to the API's format. Default: the dialect's format */
  constructor(dialect: Name, form?: (tool: WireTool<Name>) => Tool) {
    // Without `form`, `Tool` is the dialect's own format.
    const toForm = form ?? ((tool: WireTool<Name>) => tool as object as Tool);
    const used = getDialect(dialect);
    this.#encode = remember((spec: ToolSpec) => encodeTool(spec, used, toForm));
  }

  encode(tools: readonly ToolSpec[]): EncodedTools<Tool> {
    const known = this.#lists.get(tools);
    // A list that was extended or shortened since is encoded again.
    if (known !== undefined && known.tools.length === tools.length) return known;
    const all = tools.map(this.#encode);
    const restores = new Map(
      all.flatMap(({ restore }, index) => (restore ? [[tools[index]?.name ?? '', restore] as const] : [])),
    );
    const encoded: EncodedTools<Tool> = {
      tools: all.map(({ tool }) => tool),
      warnings: all.flatMap(({ warning }) => warning ?? []),
      restores: restores.size > 0 ? restores : undefined,
    };
    this.#lists.set(tools, encoded);
    return encoded;
  }
}

function encodeTool<Wire, Tool>(
  spec: ToolSpec,
  dialect: Dialect<Wire>,
  form: (tool: Wire) => Tool,
): EncodedTool<Tool> {
  const lowered = dialect.lower(spec.parameters);
  const lost = lowered.losses.find(({ kind }) => kind === 'impossible');
  return {
    tool: form(dialect.wireTool(spec)),
    warning:
      lost && `The tool '${spec.name}' is sent without strict mode. ${lost.path || '/'}: ${lost.message}`,
    restore: createRestoreText(spec.parameters, lowered),
  };
}
