import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ApprovalDecision } from 'toolwright/types';
import type { ChatInput } from './chats.js';

/** Reads the body of a request of AG-UI, a `RunAgentInput`; undefined if it is not one. */
export async function readInput(
  request: IncomingMessage,
): Promise<(ChatInput & { readonly runId?: string | undefined }) | undefined> {
  // A form of another page cannot send this type.
  if (!request.headers['content-type']?.startsWith('application/json')) return undefined;
  const body = await json(Readable.from(limit(request))).catch(() => undefined);
  if (!isRecord(body) || typeof body.threadId !== 'string') return undefined;
  const { threadId, runId, messages, resume } = body;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const asked = isRecord(last) && last.role === 'user' ? last.content : undefined;
  return {
    threadId,
    runId: typeof runId === 'string' ? runId : undefined,
    question: typeof asked === 'string' ? asked : undefined,
    decisions: Array.isArray(resume) && resume.length > 0 ? readDecisions(resume) : undefined,
  };
}

/** Whoever does not clearly agree does not agree. */
function readDecisions(resume: readonly unknown[]): Record<string, ApprovalDecision> {
  const entries = resume.filter(isRecord).map(({ interruptId, payload }) => {
    const approved = isRecord(payload) && payload.approved === true;
    const decision: ApprovalDecision = approved ? { approved: true } : { approved: false };
    return [String(interruptId), decision] as const;
  });
  return Object.fromEntries(entries);
}

/** The largest body, in bytes. */
const MAX_BODY = 1_000_000;

async function* limit(request: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('The body is too large.');
    yield chunk;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
