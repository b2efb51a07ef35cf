import type { AgentEvent, AssistantMessage, RunResult } from '@toolwright/contract';
import { type ConsoleLoggerOptions, createConsoleLogger } from './console-logger.js';

const run = { runId: 'r1', agent: 'helper', model: 'gpt-4o-mini' };

export function print(events: readonly AgentEvent[], options: ConsoleLoggerOptions = {}): string {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const logger = createConsoleLogger({ stream, env: {}, now: () => 0, ...options });
  for (const event of events) logger.log(event, run);
  return text;
}

export function assistant(content: string | null, more: Partial<AssistantMessage> = {}): AgentEvent {
  const message: AssistantMessage = { role: 'assistant', content, ...more };
  return { type: 'message', message, finishReason: more.tool_calls ? 'tool-calls' : 'stop' };
}

export function runEnd(more: Partial<RunResult> = {}): AgentEvent {
  const result: RunResult = {
    runId: 'r1',
    status: 'completed',
    finalResponse: '',
    iteration: 2,
    toolCalls: [],
    reasoningTrace: [],
    warnings: [],
    errors: [],
    messages: [],
    usage: { inputTokens: 1290, outputTokens: 56 },
    ...more,
  };
  return { type: 'run-end', result };
}

export const forecastCall = {
  id: 'c1',
  type: 'function',
  function: { name: 'forecast', arguments: '{}' },
} as const;
