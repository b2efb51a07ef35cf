import type { JsonObject, JsonValue, ToolContext } from '@toolwright/contract';
import type { McpContent } from '../content.js';

/** The client that made a tool call over MCP. The tool can send it requests. */
export interface McpCall {
  /** The client's capabilities, e.g. `elicitation` and `sampling`. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** Asks the person who uses the client. Rejects if the client does not support elicitation. */
  elicit(request: ElicitRequest): Promise<ElicitAnswer>;
  /** Asks the client's model. Rejects if the client does not support sampling, which is deprecated since 2026-07-28. */
  createMessage(request: MessageRequest): Promise<MessageAnswer>;
  /** Lists the client's roots as `file:` URLs. Rejects if the client does not support roots, which are deprecated since 2026-07-28. */
  listRoots(): Promise<readonly string[]>;
  /**
   * Closes the connection while the call continues; the client reconnects to get the result. Use it in tools that run longer than a proxy
   * allows. Undefined if the client cannot resume. If a custom event store fails, the result is lost.
   */
  readonly releaseConnection?: (() => void) | undefined;
}

/** A question that a server asks the user. */
export interface ElicitRequest {
  readonly message: string;
  /** The schema of the form that the user fills in: a flat object of strings, numbers and enums. */
  readonly requestedSchema: JsonObject;
  /** The key of the question in results of revision 2026-07-28, for clients that recognise a specific key. Default: a numbered key. */
  readonly key?: string | undefined;
}

/** The answer to a server's question. */
export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, JsonValue>> | undefined;
}

/** A server's sampling request. */
export interface MessageRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: McpContent }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
}

/** The answer to a server's sampling request. */
export interface MessageAnswer {
  readonly role: 'user' | 'assistant';
  readonly model: string;
  /** One content part, or an array of parts. */
  readonly content: unknown;
  readonly stopReason?: string | undefined;
}

/** The key that identifies the {@link McpCall} in a call's state. */
export const MCP_CALL = 'toolwright.mcp-call';

/** Returns the client that made a running call, or undefined if the call did not arrive over MCP. */
export function findMcpCall(context: Pick<ToolContext, 'state'>): McpCall | undefined {
  // Only the server writes this key.
  return context.state.get(MCP_CALL) as McpCall | undefined;
}
