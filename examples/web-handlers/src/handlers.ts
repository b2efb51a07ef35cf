import { createMcpEndpoint } from '@toolwright/mcp';
import { ToolRegistry } from 'toolwright';
import { readUIRequest, toErrorResponse, toUIResponse } from 'toolwright/ui';
import { Chats } from './chats.js';
import { llmClient } from './model.js';
import { Orders } from './orders.js';
import { manifest } from './toolwright.gen.js';

const toolRegistry = new ToolRegistry(manifest).registerFrom(new Orders());
const chats = new Chats(llmClient, toolRegistry);

/** Serves the tools over MCP. */
export const mcp = createMcpEndpoint(toolRegistry, { name: 'orders' });

/** Answers `useChat` of the AI SDK. @param request a web `Request`, or the body that a framework has parsed */
export async function chat(request: unknown): Promise<Response> {
  try {
    return toUIResponse(chats.start(await readUIRequest(request, 'ai-sdk')), 'ai-sdk');
  } catch (error) {
    return toErrorResponse(error);
  }
}

/** Answers a client of AG-UI. */
export async function agent(request: unknown): Promise<Response> {
  try {
    const asked = await readUIRequest(request, 'ag-ui');
    return toUIResponse(chats.start(asked), 'ag-ui', { threadId: asked.threadId, runId: asked.runId });
  } catch (error) {
    return toErrorResponse(error);
  }
}
