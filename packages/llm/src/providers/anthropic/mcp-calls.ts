import { isRecord, type ProviderToolCall } from '@toolwright/contract';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a call that the provider made, given its request block and its result block.
 * @see `BetaMCPToolUseBlock` and `BetaMCPToolResultBlock` in `@anthropic-ai/sdk/resources/beta/messages/messages.d.ts`
 */
export function readMcpCall(use: Fields, result: Fields, redact: (text: string) => string): ProviderToolCall {
  const text = contentText(result.content);
  return {
    id: String(use.id),
    server: String(use.server_name),
    name: String(use.name),
    arguments: JSON.stringify(use.input ?? {}),
    outcome:
      result.is_error === true
        ? { result: null, error: text === '' ? 'The tool failed without a message.' : redact(text) }
        : { result: text, error: null },
  };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}
