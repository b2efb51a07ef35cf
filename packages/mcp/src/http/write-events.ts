import type { ServerResponse } from 'node:http';
import type { SentEvent } from './session-events.js';

/**
 * Sends the end of a stream. Where there is none left, the answer is 204, at which clients of event streams stop to come back.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#server-sent-events-intro
 */
export function writeEvents(response: ServerResponse, events: readonly SentEvent[], sessionId: string): void {
  const session = { 'Mcp-Session-Id': sessionId };
  if (events.length === 0) {
    response.writeHead(204, session).end();
    return;
  }
  response.writeHead(200, { ...session, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  for (const { id, message } of events) {
    response.write(`event: message\nid: ${id}\ndata: ${JSON.stringify(message)}\n\n`);
  }
  response.end();
}
