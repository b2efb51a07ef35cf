import type { JsonObject, ProviderToolCall } from '@toolwright/contract';

type Fields = Readonly<Record<string, unknown>>;

/** Who hears what the provider says of MCP servers. */
export interface McpListener {
  /** What servers answer when they refuse a token may quote it. */
  readonly redact: (text: string) => string;
  readonly warn: (message: string) => void;
}

/**
 * A call that the provider has made; undefined for other items.
 * @see `ResponseOutputItem.McpCall` in `openai/resources/responses/responses.d.ts`
 */
export function readMcpCall(
  item: Fields,
  { redact }: Pick<McpListener, 'redact'>,
): ProviderToolCall | undefined {
  if (item.type !== 'mcp_call') return undefined;
  const { output, error, status } = item;
  const failed = error !== undefined && error !== null ? describe(error) : undefined;
  // A tool may have nothing to say.
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

/** Tells of a server without tools, and of a call that the provider wants to have approved, which it was told not to. */
export function warnOfMcpItem(item: Fields, { redact, warn }: McpListener): void {
  const server = textOf(item.server_label);
  if (item.type === 'mcp_list_tools' && item.error !== undefined && item.error !== null)
    warn(`The MCP server '${server}' gives no tools: ${redact(describe(item.error))}`);
  if (item.type === 'mcp_approval_request')
    warn(
      `The provider asks whether '${textOf(item.name)}' of the MCP server '${server}' may be called; it is told no.`,
    );
}

/**
 * What has to stand behind an item when it is sent again: a call waits for an answer, and nobody has agreed to it.
 * @see `ResponseInputItem.McpApprovalResponse` in `openai/resources/responses/responses.d.ts`
 */
export function answerTo(item: Fields): JsonObject[] {
  if (item.type !== 'mcp_approval_request') return [];
  return [{ type: 'mcp_approval_response', approval_request_id: textOf(item.id), approve: false }];
}

/** The SDK's type says text; an object has been seen. */
function describe(error: unknown): string {
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
