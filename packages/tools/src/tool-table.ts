import { type ToolSpec, ToolwrightError, unknownToolMessage } from '@toolwright/contract';
import type { BoundTool } from './bound-tool.js';

/** The tools of a registry by name, in order of registration. */
export class ToolTable {
  readonly #tools = new Map<string, BoundTool>();
  /** The tools by former name. Empty in most registries. */
  readonly #former = new Map<string, BoundTool>();
  readonly #listeners = new Set<() => void>();
  #specs: readonly ToolSpec[] | undefined;

  /**
   * Adds all tools or none.
   * @throws ToolwrightError `DUPLICATE_TOOL` for a current or former name that two tools share, `INVALID_TOOL` for a name that no provider
   * accepts
   */
  add(tools: readonly BoundTool[]): void {
    const added = new Map<string, BoundTool>();
    const former = new Map<string, BoundTool>();
    for (const tool of tools) {
      const { name } = tool.spec;
      assertName(name);
      const earlier = this.#tools.get(name) ?? added.get(name);
      if (earlier !== undefined) throw duplicate(name, earlier, tool);
      added.set(name, tool);
      for (const was of tool.spec.was?.tool ?? []) {
        assertName(was);
        const other = this.#former.get(was) ?? former.get(was);
        if (other !== undefined) throw sameFormerName(was, other, tool);
        former.set(was, tool);
      }
    }
    for (const [name, tool] of added) this.#tools.set(name, tool);
    for (const [name, tool] of former) this.#former.set(name, tool);
    if (added.size > 0) this.#changed();
  }

  remove(name: string): boolean {
    const tool = this.#tools.get(name);
    if (tool === undefined) return false;
    this.#tools.delete(name);
    for (const was of tool.spec.was?.tool ?? []) this.#former.delete(was);
    this.#changed();
    return true;
  }

  /** Finds the tool with this current name, otherwise the tool with this former name. */
  find(name: string): BoundTool | undefined {
    return this.#tools.get(name) ?? this.#former.get(name);
  }

  /** Finds the tool with this current name. */
  findPresent(name: string): BoundTool | undefined {
    return this.#tools.get(name);
  }

  /** @throws ToolwrightError `UNKNOWN_TOOL` with the available names */
  get(name: string): BoundTool {
    const tool = this.find(name);
    if (tool !== undefined) return tool;
    throw new ToolwrightError('UNKNOWN_TOOL', this.unknownMessage(name), { blame: 'model' });
  }

  /** Returns the same array until a tool is added or removed. */
  specs(): readonly ToolSpec[] {
    this.#specs ??= Object.freeze(Array.from(this.#tools.values(), ({ spec }) => spec));
    return this.#specs;
  }

  /** @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    // Wrapped in a new function, so that a listener that was added twice can be removed once.
    const added = (): void => listener();
    this.#listeners.add(added);
    return () => {
      this.#listeners.delete(added);
    };
  }

  unknownMessage(name: string): string {
    return unknownToolMessage(name, [...this.#tools.keys()]);
  }

  #changed(): void {
    this.#specs = undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The maximum length of a name. This is MCP's limit, the most permissive one; dialects apply stricter limits. */
const MAX_NAME = 128;

function assertName(name: string): void {
  if (/^[A-Za-z0-9_.-]+$/.test(name) && name.length <= MAX_NAME) return;
  throw new ToolwrightError('INVALID_TOOL', `'${name}' is not a valid tool name.`, {
    blame: 'developer',
    hint: `Use 1 to ${MAX_NAME} letters, digits, '_', '-' or '.'.`,
  });
}

function sameFormerName(name: string, earlier: BoundTool, later: BoundTool): ToolwrightError {
  const hint = 'Remove one of the former names (`@was`), or give one of the tools a prefix.';
  return new ToolwrightError(
    'DUPLICATE_TOOL',
    `Two tools were named '${name}': ${earlier.origin} and ${later.origin}. ${hint}`,
    { blame: 'developer', hint },
  );
}

function duplicate(name: string, earlier: BoundTool, later: BoundTool): ToolwrightError {
  const hint = `Give one of them a prefix, registerFrom(object, { prefix: 'other_' }), or another name, @tool({ name }).`;
  return new ToolwrightError(
    'DUPLICATE_TOOL',
    `Two tools are named '${name}': ${earlier.origin} and ${later.origin}. ${hint}`,
    { blame: 'developer', hint },
  );
}
