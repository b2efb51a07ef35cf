import type { JsonObject, JsonValue, ToolContext } from '@toolwright/contract';
import type { McpContent } from '../content.js';

/** What a tool can ask of the client that called it over MCP. */
export interface McpCall {
  /** What the client says it can do, e.g. `elicitation` and `sampling`. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** Asks the person at the client. Rejects where the client knows no elicitation. */
  elicit(request: ElicitRequest): Promise<ElicitAnswer>;
  /** Asks the client's model. Rejects where the client gives no access to it. */
  createMessage(request: MessageRequest): Promise<MessageAnswer>;
  /**
   * Lets go of the connection while the call runs on; the client comes back for the rest. For calls that last longer than what stands
   * between allows. Undefined where the client cannot come back. Where a store of your own has failed, the rest is lost.
   */
  readonly releaseConnection?: (() => void) | undefined;
}

export interface ElicitRequest {
  readonly message: string;
  /** Of the form that the person fills in: a flat object of texts, numbers and choices. */
  readonly requestedSchema: JsonObject;
}

export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, JsonValue>> | undefined;
}

export interface MessageRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: McpContent }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
}

export interface MessageAnswer {
  readonly role: 'user' | 'assistant';
  readonly model: string;
  /** One part, or several. */
  readonly content: unknown;
  readonly stopReason?: string | undefined;
}

/** Where a call's state holds its {@link McpCall}. */
export const MCP_CALL = 'toolwright.mcp-call';

/** The client behind a running call; undefined where the tool was not called over MCP. */
export function findMcpCall(context: Pick<ToolContext, 'state'>): McpCall | undefined {
  // Only the server writes under this key.
  return context.state.get(MCP_CALL) as McpCall | undefined;
}
