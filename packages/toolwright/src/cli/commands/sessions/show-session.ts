import { contentText, type Message, type PendingCall, visibleLine, visibleText } from '@toolwright/contract';
import type { CommandContext } from '../../command-context.js';
import { type StoreOptions, withStore } from './with-store.js';

/** Prints the conversation, and the calls that an open run is waiting for. */
export async function showSession(
  id: string,
  { store: file, json }: StoreOptions,
  { io }: CommandContext,
): Promise<void> {
  const { status, messages, pending } = await withStore(file, io.cwd, (store, { readSession }) =>
    readSession(store, id),
  );
  if (json) {
    io.stdout.write(`${JSON.stringify({ id, status, messages, pending }, null, 2)}\n`);
    return;
  }
  for (const message of messages) io.stdout.write(`${visibleText(describeMessage(message))}\n`);
  io.stderr.write(`${STATUS[status]}\n`);
  for (const call of pending) io.stderr.write(`${describePending(call)}\n`);
}

const STATUS = {
  idle: 'All its runs have finished.',
  interrupted: 'Its last run was interrupted, or is still running. To resume: toolwright sessions resume.',
  paused: 'Its last run is waiting for approval.',
};

export function describePending({ callId, name, arguments: text, ...call }: PendingCall): string {
  const interrupted = call.mayStillRun ? 'was interrupted, and may still be running' : 'was interrupted';
  const why = call.interrupted ? `${interrupted}; did it take effect?` : 'needs approval';
  return visibleLine(`  ${callId}: ${name} ${text} ${why}`);
}

function describeMessage(message: Message): string {
  switch (message.role) {
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ function: { name, arguments: text } }) => `${name} ${text}`,
      );
      return `assistant: ${[message.content, ...calls].filter(Boolean).join('\n           ')}`;
    }
    case 'tool':
      return `tool: ${contentText(message.content)}`;
    case 'user':
      return `user: ${contentText(message.content)}`;
    default:
      return `${message.role}: ${message.content}`;
  }
}
