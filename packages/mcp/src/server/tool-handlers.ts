import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { errorMessage, type ToolSpec, unknownToolMessage } from '@toolwright/contract';
import { getDialect, type McpTool } from '@toolwright/schema';
import { agreement } from './agreement.js';
import { callLog } from './call-log.js';
import { toRequest } from './context-for.js';
import { createMcpCall } from './create-mcp-call.js';
import { MCP_CALL } from './mcp-call.js';
import { progressReporter } from './progress-reporter.js';
import { ResultWriter } from './result-writer.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';

/** Adds the handlers that list and call tools. */
export function handleTools(server: Server, tools: ServedTools, options: ServerOptions): void {
  const table = new ToolTable(tools, options);
  const logOf = callLog(server);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: table.list() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params;
    const { spec, writer } = table.get(name);
    const call = createMcpCall(extra, server.getClientCapabilities() ?? {});
    if (spec.annotations.needsApproval && options.approval !== 'client') {
      const refusal = await agreement(spec, args, call);
      if (refusal !== undefined) return writer.failure(refusal);
    }
    let context: unknown;
    try {
      context = await options.contextFor?.(toRequest(name, extra));
    } catch (error) {
      return writer.failure(errorMessage(error));
    }
    const outcome = await tools.execute(name, args, {
      context,
      signal: extra.signal,
      state: new Map([[MCP_CALL, call]]),
      onLog: logOf(name, extra),
      onProgress: progressReporter(extra),
    });
    return writer.write(outcome);
  });
}

/** The tools as clients see them. Rebuilt after a change. */
class ToolTable {
  readonly #tools: ServedTools;
  readonly #options: ServerOptions;
  #specs: readonly ToolSpec[] | undefined;
  #entries = new Map<string, ToolEntry>();

  constructor(tools: ServedTools, options: ServerOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  list(): McpTool[] {
    return [...this.#refreshed().values()].map(({ wire }) => wire);
  }

  /** @throws McpError `InvalidParams` for an unknown tool, as the protocol requires */
  get(name: string): ToolEntry {
    const entries = this.#refreshed();
    const entry = entries.get(name);
    if (entry !== undefined) return entry;
    throw new McpError(ErrorCode.InvalidParams, unknownToolMessage(name, [...entries.keys()]));
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
