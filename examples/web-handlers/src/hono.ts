import { Hono } from 'hono';
import { agent, chat, mcp } from './handlers.js';

export const app = new Hono()
  .post('/api/chat', ({ req }) => chat(req.raw))
  .post('/api/agent', ({ req }) => agent(req.raw))
  .all('/mcp', ({ req }) => mcp.fetch(req.raw));
