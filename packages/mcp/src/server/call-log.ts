import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type LoggingLevel, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonValue } from '@toolwright/contract';
import type { Extra } from './create-mcp-call.js';

/** Sends a tool's log messages to the client, with their call, unless the client asked for a higher level. */
export function callLog(server: Server) {
  let isWanted = true;
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    isWanted = INCLUDING_INFO.has(params.level);
    return {};
  });
  return (tool: string, { sendNotification, signal }: Extra) =>
    (message: string, data?: JsonValue): void => {
      if (!isWanted || signal.aborted) return;
      const params = {
        level: 'info' as const,
        logger: tool,
        data: data === undefined ? message : { message, data },
      };
      // Nobody awaits a notification: if the client is gone, the call itself ends.
      sendNotification({ method: 'notifications/message', params }).catch(() => undefined);
    };
}

const INCLUDING_INFO: ReadonlySet<LoggingLevel> = new Set(['debug', 'info']);
