/**
 * Every name in the type `Model` of the official SDK.
 * @see https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts
 */
export const ANTHROPIC_NAMES = [
  ...['claude-fable-5-2', 'claude-mythos-5-2', 'claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1'],
  ...['claude-opus-5-5', 'claude-mythos-5-1', 'claude-sonnet-5', 'claude-fable-5', 'claude-mythos-5'],
  ...['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7', 'claude-mythos-preview', 'claude-opus-4-6'],
  ...['claude-sonnet-4-6', 'claude-haiku-4-5', 'claude-haiku-4-5-20251001', 'claude-opus-4-5'],
  ...['claude-opus-4-5-20251101', 'claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
] as const;
