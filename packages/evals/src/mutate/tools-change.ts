import type { ToolSpec } from '@toolwright/contract';
import { overrideSource, type WrappedTools } from '../define/override-source.js';

/** A change of what the model reads of tools. */
export interface ToolsChange {
  apply<Tools extends WrappedTools>(source: Tools): Tools;
  /** The name that a tool has without the change. */
  originalName(name: string): string;
}

/** Sees the tools, and changes nothing. */
export class SeenTools implements ToolsChange {
  /** By name. */
  readonly specs = new Map<string, ToolSpec>();

  apply<Tools extends WrappedTools>(source: Tools): Tools {
    for (const spec of source.listTools()) this.specs.set(spec.name, spec);
    return source;
  }

  originalName(name: string): string {
    return name;
  }
}

/** Changes the description of one tool. */
export class ChangedTool implements ToolsChange {
  readonly #name: string;
  readonly #change: (spec: ToolSpec) => ToolSpec;
  readonly #newName: string;

  /** @param name the tool @param change must keep the name, or change it to `newName` */
  constructor(name: string, change: (spec: ToolSpec) => ToolSpec, newName = name) {
    this.#name = name;
    this.#change = change;
    this.#newName = newName;
  }

  apply<Tools extends WrappedTools>(source: Tools): Tools {
    let given: readonly ToolSpec[] | undefined;
    let shown: readonly ToolSpec[] = [];
    const named = source as Tools & { watchArguments?(name: string): unknown };
    return overrideSource(source, {
      // The same list as long as the source has the same.
      listTools: () => {
        const list = source.listTools();
        if (list !== given)
          shown = list.map((spec) => (spec.name === this.#name ? this.#change(spec) : spec));
        given = list;
        return shown;
      },
      execute: (name: string, args: unknown, execution: never) =>
        source.execute(this.originalName(name), args, execution),
      ...(named.watchArguments !== undefined && {
        watchArguments: (name: string) => named.watchArguments?.(this.originalName(name)),
      }),
    });
  }

  originalName(name: string): string {
    return name === this.#newName ? this.#name : name;
  }
}
