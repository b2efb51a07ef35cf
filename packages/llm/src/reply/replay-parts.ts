import { type AssistantMessage, isJsonObject, type JsonObject } from '@toolwright/contract';

/** Returns the reply parts that a message stores for a provider; undefined if none were stored or one is malformed. */
export function readParts<Part>(
  { provider_data: data }: AssistantMessage,
  provider: string,
  read: (part: JsonObject) => Part | undefined,
): readonly Part[] | undefined {
  const kept = data?.[provider];
  if (!isJsonObject(kept) || !Array.isArray(kept.parts)) return undefined;
  const parts = kept.parts.flatMap((part) => (isJsonObject(part) ? (read(part) ?? []) : []));
  return parts.length === kept.parts.length ? parts : undefined;
}

/** Whether the parts still match a message's text and calls. A conversation may be edited before it is sent again. */
export function matchesMessage(
  parts: readonly { readonly type: string; readonly length?: number }[],
  { content, tool_calls: calls = [] }: AssistantMessage,
): boolean {
  const length = parts.reduce((sum, part) => sum + (part.length ?? 0), 0);
  const count = parts.filter(({ type }) => type === 'call').length;
  return length === (content ?? '').length && count === calls.length;
}
