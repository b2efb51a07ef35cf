import type { JsonObject, ProviderToolCall } from '@toolwright/contract';

type Fields = Readonly<Record<string, unknown>>;

/** Receives the provider's reports about MCP servers. */
export interface McpListener {
  /** Redacts secrets: a server that refuses a token may quote it. */
  readonly redact: (text: string) => string;
  readonly warn: (message: string) => void;
}

/**
 * Reads a call that the provider made; returns undefined for other items.
 * @see `ResponseOutputItem.McpCall` in `openai/resources/responses/responses.d.ts`
 */
export function readMcpCall(
  item: Fields,
  { redact }: Pick<McpListener, 'redact'>,
): ProviderToolCall | undefined {
  if (item.type !== 'mcp_call') return undefined;
  const { output, error, status } = item;
  const failed = error !== undefined && error !== null ? describe(error) : undefined;
  // A tool may return no output.
  const unfinished = typeof status === 'string' ? status !== 'completed' : typeof output !== 'string';
  const problem =
    failed ?? (unfinished ? `The call has no result: it is ${textOf(status) || 'unfinished'}.` : undefined);
  return {
    id: textOf(item.id),
    server: textOf(item.server_label),
    name: textOf(item.name),
    arguments: textOf(item.arguments),
    outcome:
      problem === undefined
        ? { result: textOf(output), error: null }
        : { result: null, error: redact(problem) },
  };
}

/** Warns about a server whose tools could not be listed, and about an unexpected approval request for a call. */
export function warnOfMcpItem(item: Fields, { redact, warn }: McpListener): void {
  const server = textOf(item.server_label);
  if (item.type === 'mcp_list_tools' && item.error !== undefined && item.error !== null)
    warn(`The MCP server '${server}' provides no tools: ${redact(describe(item.error))}`);
  if (item.type === 'mcp_approval_request')
    warn(
      `The provider asked for approval to call '${textOf(item.name)}' on the MCP server '${server}'. The client refused.`,
    );
}

/**
 * Returns the items that must follow an item when it is sent again. An approval request must be followed by a response, which refuses.
 * @see `ResponseInputItem.McpApprovalResponse` in `openai/resources/responses/responses.d.ts`
 */
export function answerTo(item: Fields): JsonObject[] {
  if (item.type !== 'mcp_approval_request') return [];
  return [{ type: 'mcp_approval_response', approval_request_id: textOf(item.id), approve: false }];
}

/** Describes an error. The SDK declares a string, but servers also send objects. */
function describe(error: unknown): string {
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
