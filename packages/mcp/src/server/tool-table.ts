import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { findTool, type ToolSpec, unknownToolMessage } from '@toolwright/contract';
import { getDialect, type McpTool } from '@toolwright/json-schema';
import { maskSecrets, maskSecretsIn } from '@toolwright/redaction';
import { ResultWriter } from './result-writer.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';

/** The tools as clients see them. The table is rebuilt after each change. */
export class ToolTable {
  readonly #tools: ServedTools;
  readonly #options: ServerOptions;
  #specs: readonly ToolSpec[] | undefined;
  #entries = new Map<string, ToolEntry>();

  constructor(tools: ServedTools, options: ServerOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  list(): McpTool[] {
    return [...this.#refreshed().values()].map(({ wire }) => maskSecretsIn(wire));
  }

  /** Finds a tool by its current or a former name. */
  find(name: string): ToolEntry | undefined {
    const entries = this.#refreshed();
    return entries.get(name) ?? entries.get(findTool(this.#specs ?? [], name)?.name ?? name);
  }

  /** Returns a tool by name. @throws ProtocolError `InvalidParams` for an unknown tool, as the protocol requires */
  get(name: string): ToolEntry {
    const entry = this.find(name);
    if (entry !== undefined) return entry;
    const names = [...this.#refreshed().keys()];
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, maskSecrets(unknownToolMessage(name, names)));
  }

  #refreshed(): ReadonlyMap<string, ToolEntry> {
    const specs = this.#tools.listTools();
    if (specs === this.#specs) return this.#entries;
    const { wireTool } = getDialect('mcp');
    const entryOf = (spec: ToolSpec): [string, ToolEntry] => {
      const writer = new ResultWriter(spec, this.#options.content);
      return [spec.name, { spec, wire: wireTool(spec), writer }];
    };
    this.#entries = new Map(specs.map(entryOf));
    this.#specs = specs;
    return this.#entries;
  }
}

interface ToolEntry {
  readonly spec: ToolSpec;
  readonly wire: McpTool;
  readonly writer: ResultWriter;
}
