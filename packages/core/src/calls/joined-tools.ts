import {
  type ArgumentsWatch,
  findTool,
  type Message,
  type ModelCapabilities,
  type ToolCodecs,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
  unknownToolMessage,
} from '@toolwright/contract';
import type { ContextOfSources } from '@toolwright/tools';
import { watchName } from '@toolwright/tools/validation';
import type { ToolExecution, ToolSource } from './tool-source.js';

/** Combines several tool sources into one. Includes tools that are added to a source later. */
export class JoinedTools<const Sources extends readonly ToolSource[] = readonly ToolSource[]>
  implements ToolSource
{
  /** Only exists as a type: passes the `context` that the tools require on to agents. */
  takesContext?(context: ContextOfSources<Sources[number]>): void;
  readonly #sources: readonly ToolSource[];
  readonly #hint: string;
  #lists: readonly (readonly ToolSpec[])[] = [];
  #tools: readonly ToolSpec[] = [];
  #owners: ReadonlyMap<string, ToolSource> = new Map();

  /**
   * @param sources duplicates are ignored
   * @param hint what to do about two tools with the same name
   */
  constructor(sources: Sources, hint = 'Register one of them with a prefix, or remove it.') {
    this.#sources = [...new Set(sources)];
    this.#hint = hint;
  }

  /** @throws ToolwrightError `DUPLICATE_TOOL` */
  listTools(): readonly ToolSpec[] {
    const lists = this.#sources.map((source) => source.listTools());
    const isSame =
      lists.length === this.#lists.length && lists.every((list, index) => list === this.#lists[index]);
    if (!isSame) this.#join(this.#withoutTaken(lists));
    return this.#tools;
  }

  offer(messages: readonly Message[], model?: Partial<ModelCapabilities>): readonly ToolSpec[] {
    const all = this.listTools();
    if (!this.#sources.some(({ offer }) => offer !== undefined)) return all;
    return this.#sources.flatMap((source) => source.offer?.(messages, model) ?? source.listTools());
  }

  listInnerTools(caller?: string): readonly ToolSpec[] {
    if (caller !== undefined) return this.#findCallerOwner(caller)?.listInnerTools?.(caller) ?? [];
    return this.#sources.flatMap((source) => source.listInnerTools?.() ?? []);
  }

  codecsOf(name: string): ToolCodecs | undefined {
    this.listTools();
    return this.#findOwner(name)?.codecsOf?.(name);
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    const tools = this.listTools();
    const { inner } = execution;
    // A caller that is no tool of the sources stands above them.
    const owner = (inner === undefined ? undefined : this.#findCallerOwner(inner)) ?? this.#findOwner(name);
    if (owner !== undefined) return owner.execute(name, args, execution);
    const names = tools.map((tool) => tool.name);
    return { result: null, error: unknownToolMessage(name, names) };
  }

  giveWay(names: ReadonlySet<string>): void {
    for (const source of this.#sources) source.giveWay?.(names);
  }

  watchArguments(name: string): ArgumentsWatch | undefined {
    const tools = this.listTools();
    const owner = this.#findOwner(name);
    if (owner !== undefined) return owner.watchArguments?.(name);
    return watchName(
      unknownToolMessage(
        name,
        tools.map((tool) => tool.name),
      ),
    );
  }

  /** Finds the source of a tool. A current name of one tool takes precedence over a former name of another. */
  #findOwner(name: string): ToolSource | undefined {
    return this.#owners.get(findTool(this.#tools, name)?.name ?? name);
  }

  /** Finds the source of a tool that makes calls, which may be an inner tool itself. */
  #findCallerOwner(caller: string): ToolSource | undefined {
    this.listTools();
    const isInner = (source: ToolSource) => findTool(source.listInnerTools?.() ?? [], caller) !== undefined;
    return this.#findOwner(caller) ?? this.#sources.find(isInner);
  }

  /** Asks sources that give way to leave out names of others. Of two such sources, the later one does. */
  #withoutTaken(given: readonly (readonly ToolSpec[])[]): readonly (readonly ToolSpec[])[] {
    const lists = [...given];
    for (const [index, source] of [...this.#sources.entries()].toReversed()) {
      if (source.giveWay === undefined) continue;
      const others = lists.toSpliced(index, 1).flat();
      source.giveWay(new Set(others.map(({ name }) => name)));
      lists[index] = source.listTools();
    }
    return lists;
  }

  #join(lists: readonly (readonly ToolSpec[])[]): void {
    const owners = new Map<string, ToolSource>();
    for (const [index, source] of this.#sources.entries()) {
      for (const { name } of lists[index] ?? []) {
        if (owners.has(name)) throw duplicate(name, this.#hint);
        owners.set(name, source);
      }
    }
    this.#lists = lists;
    this.#tools = lists.flat();
    this.#owners = owners;
  }
}

function duplicate(name: string, hint: string): ToolwrightError {
  return new ToolwrightError('DUPLICATE_TOOL', `Two tools are named '${name}'.`, {
    blame: 'developer',
    hint,
  });
}
