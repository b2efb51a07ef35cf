import Fastify from 'fastify';
import { agent, chat, mcp } from './handlers.js';

export const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });
app.post('/api/chat', ({ body }) => chat(body));
app.post('/api/agent', ({ body }) => agent(body));
app.all('/mcp', async (request, reply) => {
  reply.hijack();
  await mcp.handle(request.raw, reply.raw, request.body);
});
