import express from 'express';
import { sendResponse } from 'toolwright/ui';
import { agent, chat, mcp } from './handlers.js';

export const app: express.Express = express();
app.use(express.json({ limit: '16mb' }));
app.post('/api/chat', async ({ body }, response) => sendResponse(await chat(body), response));
app.post('/api/agent', async ({ body }, response) => sendResponse(await agent(body), response));
app.all('/mcp', (request, response) => mcp.handle(request, response, request.body));
