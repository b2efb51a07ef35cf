/** Changes how the global `fetch` sends, as the first argument says, and asks the address that is the second one. */
import { Agent, MockAgent, ProxyAgent, setGlobalDispatcher } from 'undici';
import { defaultFetch } from './default-fetch.js';
import { HttpReply } from './http-reply.js';

const [setting = '', url = '', proxy = ''] = process.argv.slice(2);

function mock(): MockAgent {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get(new URL(url).origin).intercept({ path: '/', method: 'POST' }).reply(200, 'from a mock');
  return agent;
}

const SETTINGS: Record<string, () => void> = {
  nothing: () => undefined,
  used: () => new Headers(),
  'an agent without options': () => setGlobalDispatcher(new Agent()),
  'an agent with options': () => setGlobalDispatcher(new Agent({ keepAliveTimeout: 10 })),
  'a proxy': () => setGlobalDispatcher(new ProxyAgent(proxy)),
  'a mock': () => setGlobalDispatcher(mock()),
  'another fetch': () => {
    globalThis.fetch = async () => new Response('from another fetch');
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
