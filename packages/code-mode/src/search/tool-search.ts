import {
  isRecord,
  type Message,
  type ModelCapabilities,
  type ToolCodecs,
  type ToolExecution,
  type ToolOutcome,
  type ToolSource,
  type ToolSpec,
  ToolwrightError,
  unknownToolMessage,
} from '@toolwright/contract';
import { readArguments, SEARCH_TOOL } from '../program-tools.js';
import { ToolIndex } from './tool-index.js';

/** Options of `toolSearch`. */
export interface ToolSearchOptions {
  /** The names of the tools that the model always sees. Default: none. */
  readonly always?: readonly string[] | undefined;
  /** The number of tools that one search finds. Default: 5. */
  readonly results?: number | undefined;
  /** The name of the tool that searches. Default: `searchTools`. */
  readonly name?: string | undefined;
  /**
   * Whether a model whose provider searches for tools itself gets all of them, marked as deferred, instead of the search: up to 10,000 at
   * Anthropic, and 100 in OpenAI's responses API, whose models see all names and descriptions. Default: true.
   */
  readonly providerSearch?: boolean | undefined;
}

/**
 * Offers a few tools of a large source, and a tool that finds others. What a search finds is offered from the next request on, after
 * the tools before it, so that the beginning of the prompt stays the same; it stays as long as the conversation holds the search.
 * @throws ToolwrightError `UNKNOWN_TOOL` for an unknown name in `always`, `INVALID_TOOL` if a tool of the source has the name of the search
 */
export function toolSearch(source: ToolSource, options: ToolSearchOptions = {}): ToolSource {
  return new ToolSearch(source, options);
}

class ToolSearch implements ToolSource {
  readonly #source: ToolSource;
  readonly #always: readonly string[];
  readonly #results: number;
  readonly #search: ToolSpec;
  readonly #providerSearch: boolean;
  #given: readonly ToolSpec[] = [];
  #all: readonly ToolSpec[] = [];
  #later: readonly ToolSpec[] = [];
  #withoutSearch: readonly ToolSpec[] = [];
  #first: readonly ToolSpec[] = [];
  #index: ToolIndex | undefined;

  constructor(
    source: ToolSource,
    { always = [], results = 5, name = 'searchTools', providerSearch = true }: ToolSearchOptions,
  ) {
    this.#source = source;
    this.#always = always;
    this.#results = results;
    this.#providerSearch = providerSearch;
    this.#search = {
      name,
      description:
        'Finds further tools by what they do. You can call the tools that it returns from then on.',
      parameters: SEARCH_TOOL.parameters,
      annotations: { readOnly: true },
    };
    this.#update();
  }

  listTools(): readonly ToolSpec[] {
    this.#update();
    return this.#all;
  }

  /** The tools that a model sees in a conversation: those that are always there, the search, and what it found, oldest first. */
  offer(messages: readonly Message[], model: Partial<ModelCapabilities> = {}): readonly ToolSpec[] {
    this.#update();
    const { deferredTools = 0 } = model;
    if (this.#providerSearch && this.#later.length <= deferredTools) return this.#withoutSearch;
    const found = this.#findIn(messages);
    return found.length === 0 ? this.#first : [...this.#first, ...found];
  }

  listInnerTools(): readonly ToolSpec[] {
    return this.#source.listInnerTools?.() ?? [];
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    this.#update();
    if (name !== this.#search.name || execution.inner) return this.#source.execute(name, args, execution);
    const { query } = readArguments(args);
    if (typeof query !== 'string') return { result: null, error: `'${name}' takes { query }, a text.` };
    this.#index ??= new ToolIndex(this.#given);
    const found = this.#index.search(query, this.#results);
    return { result: found.map((tool) => ({ name: tool.name, description: tool.description })), error: null };
  }

  /** Returns the tools that searches of a conversation have found. */
  #findIn(messages: readonly Message[]): readonly ToolSpec[] {
    const searches = new Set<string>();
    const names = new Set<string>();
    for (const message of messages) {
      if (message.role === 'assistant')
        for (const call of message.tool_calls ?? [])
          if (call.function.name === this.#search.name) searches.add(call.id);
      if (message.role !== 'tool' || !searches.has(message.tool_call_id)) continue;
      const result = typeof message.content === 'string' ? readJson(message.content) : undefined;
      if (Array.isArray(result))
        for (const one of result) if (isRecord(one) && typeof one.name === 'string') names.add(one.name);
    }
    return [...names].flatMap((name) => this.#later.find((tool) => tool.name === name) ?? []);
  }

  #update(): void {
    const given = this.#source.listTools();
    if (given === this.#given) return;
    const names = given.map(({ name }) => name);
    const unknown = this.#always.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new ToolwrightError('UNKNOWN_TOOL', unknownToolMessage(unknown, names), {
        blame: 'developer',
        hint: "Correct 'always'.",
      });
    if (names.includes(this.#search.name))
      throw new ToolwrightError('INVALID_TOOL', `The source has a tool named '${this.#search.name}'.`, {
        blame: 'developer',
        hint: "Pass another 'name' to toolSearch.",
      });
    this.#given = given;
    this.#index = undefined;
    const always = given.filter(({ name }) => this.#always.includes(name));
    this.#later = given.flatMap((tool) =>
      always.includes(tool) ? [] : [{ ...tool, deferred: true as const }],
    );
    this.#first = [...always, this.#search];
    this.#withoutSearch = [...always, ...this.#later];
    this.#all = [...this.#first, ...this.#later];
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
