/** Changes how the global `fetch` sends, according to the first argument, and sends a request to the address in the second. */
import { subscribe } from 'node:diagnostics_channel';
import { Agent, type Dispatcher, MockAgent, ProxyAgent, setGlobalDispatcher } from 'undici';
import { defaultFetch } from './default-fetch.js';
import { HttpReply } from './http-reply.js';

const [setting = '', url = '', proxy = ''] = process.argv.slice(2);

function mock(): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get(new URL(url).origin).intercept({ path: '/', method: 'POST' }).reply(200, 'from a mock');
  return agent;
}

const addHeader: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch({ ...options, headers: { ...options.headers, 'x-traced': 'by an interceptor' } }, handler);

interface TracedRequest {
  addHeader(name: string, value: string): void;
}

const original = globalThis.fetch;

const SETTINGS: Record<string, () => void> = {
  nothing: () => undefined,
  used: () => new Headers(),
  'an agent without options': () => setGlobalDispatcher(new Agent()),
  'an agent with options': () => setGlobalDispatcher(new Agent({ keepAliveTimeout: 10 })),
  'a proxy': () => setGlobalDispatcher(new ProxyAgent(proxy)),
  'a mock': () => setGlobalDispatcher(mock()),
  'an interceptor': () => setGlobalDispatcher(new Agent().compose(addHeader)),
  'a tracer': () =>
    subscribe('undici:request:create', (message) => {
      // The documented form of this channel's messages.
      (message as { request: TracedRequest }).request.addHeader('x-traced', 'by a tracer');
    }),
  'another fetch': () => {
    globalThis.fetch = async () => new Response('from another fetch');
  },
  'a wrapped fetch': () => {
    globalThis.fetch = (...parts) => original(...parts);
  },
  'a proxied fetch': () => {
    globalThis.fetch = new Proxy(original, {});
  },
};

async function ask(): Promise<object> {
  SETTINGS[setting]?.();
  try {
    const response = await defaultFetch(url, { method: 'POST', body: 'x' });
    return { direct: response instanceof HttpReply, text: await response.text() };
  } catch (error) {
    return {
      error: error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
    };
  }
}

void ask().then((result) => process.stdout.write(JSON.stringify(result)));
