import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ToolRegistry } from 'toolwright';
import { Converter } from './converter.js';
import { page } from './page.js';
import { manifest } from './toolwright.gen.js';

const registry = new ToolRegistry(manifest).registerFrom(new Converter());

/**
 * Answers with the page, with the tools as JSON (`GET /tools`), or with the result of a tool (`POST /call/<tool>`, with its arguments as
 * JSON).
 * @param finish adds to the page what Vite needs while it serves it
 */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  finish: (html: string) => Promise<string> = async (html) => html,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const send = (type: string, body: string): void => {
    response.setHeader('Content-Type', `${type}; charset=utf-8`).end(body);
  };
  const name = /^\/call\/(\w+)$/.exec(url)?.[1];
  if (method === 'POST' && name !== undefined) {
    send('application/json', JSON.stringify(await registry.execute(name, await text(request))));
  } else if (method === 'GET' && url === '/tools') {
    send('application/json', JSON.stringify(registry.listTools()));
  } else if (method === 'GET' && url === '/') {
    send('text/html', await finish(page(registry.listTools())));
  } else {
    response.statusCode = 404;
    send('text/plain', 'There is nothing here.');
  }
}
