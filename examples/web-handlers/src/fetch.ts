import { agent, chat, mcp } from './handlers.js';

/** For Bun, Deno and workers: `export default { fetch }`, or `Deno.serve(fetch)`. */
export function fetch(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/chat' && request.method === 'POST') return chat(request);
  if (pathname === '/api/agent' && request.method === 'POST') return agent(request);
  if (pathname === '/mcp') return mcp.fetch(request);
  return new Response('Not found.', { status: 404 });
}
