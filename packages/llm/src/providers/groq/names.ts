/**
 * Every name in the official SDK's type of `model`, and the systems that replaced two of them.
 * @see https://github.com/groq/groq-typescript/blob/main/src/resources/chat/completions.ts
 */
export const GROQ_NAMES = [
  ...['compound-beta', 'compound-beta-mini', 'gemma2-9b-it', 'llama-3.1-8b-instant'],
  ...['llama-3.3-70b-versatile', 'meta-llama/llama-4-maverick-17b-128e-instruct'],
  ...['meta-llama/llama-4-scout-17b-16e-instruct', 'meta-llama/llama-guard-4-12b'],
  ...['moonshotai/kimi-k2-instruct', 'openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'qwen/qwen3-32b'],
  ...['qwen/qwen3.6-27b', 'qwen/qwen3.8-27b', 'groq/compound', 'groq/compound-mini'],
] as const;
