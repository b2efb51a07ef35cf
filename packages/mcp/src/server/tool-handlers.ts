import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  developerErrorOf,
  errorMessage,
  isRecord,
  type ToolSpec,
  withPresentNames,
} from '@toolwright/contract';
import { maskOutcome, maskSecrets, maskSecretsIn } from '@toolwright/redaction';
import { agreement } from './agreement.js';
import { toRequest } from './context-for.js';
import type { CallParams, Conversations } from './conversations.js';
import { MCP_CALL } from './mcp-call.js';
import { createMcpCall, type Peer } from './peer.js';
import { progressReporter } from './progress-reporter.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';
import { ToolTable } from './tool-table.js';

/** Lists and calls a registry's tools, for all its clients. */
export class ToolHandlers {
  readonly #tools: ServedTools;
  readonly #options: ServerOptions;
  readonly #table: ToolTable;
  readonly #conversations: Conversations;

  constructor(tools: ServedTools, options: ServerOptions, conversations: Conversations) {
    this.#tools = tools;
    this.#options = options;
    this.#conversations = conversations;
    this.#table = new ToolTable(tools, options);
  }

  /** Returns the input schema of a tool as clients see it; undefined for an unknown tool. */
  findInputSchema(name: string): unknown {
    return this.#table.find(name)?.wire.inputSchema;
  }

  /** Converts former argument names to current ones. */
  presentArguments(name: string, args: unknown): unknown {
    return withPresentArguments(args, this.#table.find(name)?.spec);
  }

  addTo(server: Server): void {
    server.setRequestHandler('tools/list', () => ({ tools: this.#table.list() }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.#conversations.serve(server, params, context, (peer) => this.#call(params, context, peer)),
    );
  }

  async #call(params: CallParams, context: ServerContext, peer: Peer): Promise<CallToolResult> {
    const { spec, writer } = this.#table.get(params.name);
    // People and `contextFor` see the current name, even if the client used a former name.
    const { name } = spec;
    // A model wrote the arguments and may have repeated secrets.
    const args = maskSecretsIn(withPresentArguments(params.arguments ?? {}, spec));
    const call = createMcpCall(peer);
    if (spec.annotations.needsApproval && this.#options.approval !== 'client') {
      const refusal = await agreement(spec, args, call);
      if (refusal !== undefined) return writer.failure(refusal);
    }
    let app: unknown;
    try {
      app = await this.#options.contextFor?.(toRequest(name, context));
    } catch (error) {
      return writer.failure(maskSecrets(errorMessage(error)));
    }
    const outcome = await this.#tools.execute(name, args, {
      context: app,
      signal: peer.signal,
      state: new Map([[MCP_CALL, call]]),
      // The client sees only the call of the program, and cannot decide on those that the program makes.
      agree: (tool, given) => agreement(tool, maskSecretsIn(given), call),
      onLog: (message, data) => peer.log(maskSecrets(message), maskSecretsIn(data), name),
      onProgress: progressReporter(peer),
    });
    const error = developerErrorOf(outcome);
    // A client's model cannot act on it, so it is no result. A `contextFor` that returns undefined refuses the call.
    if (error !== undefined && error.code !== 'MISSING_CONTEXT')
      throw new ProtocolError(ProtocolErrorCode.InternalError, maskSecrets(error.message));
    return writer.write(maskOutcome(outcome));
  }
}

/** Converts former argument names to current ones. If an argument has two names, nothing is renamed, and the tool refuses the call. */
function withPresentArguments(args: unknown, spec: ToolSpec | undefined): unknown {
  if (!isRecord(args) || spec?.was === undefined) return args;
  const moved = withPresentNames(args, spec.was.parameters);
  return moved.ok ? moved.args : args;
}
