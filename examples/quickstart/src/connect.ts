import { createClient, type LLMProvider } from 'toolwright';
import { startScriptedModel } from './scripted-model.js';

export interface Connection {
  readonly client: LLMProvider;
  /** One line that says which model answers. */
  readonly about: string;
  close(): Promise<void>;
}

/**
 * The model of `TOOLWRIGHT_MODEL` (default: gpt-5-mini) where `OPENAI_API_KEY` is set, at `OPENAI_BASE_URL` where that is set too;
 * else a scripted model on this machine, reached over HTTP as the real one would be.
 */
export async function connect(environment: NodeJS.ProcessEnv = process.env): Promise<Connection> {
  if (environment.OPENAI_API_KEY) {
    const model = environment.TOOLWRIGHT_MODEL || 'gpt-5-mini';
    const client = createClient({ provider: 'openai', model });
    return { client, about: `The model is ${model}.`, close: async () => {} };
  }
  const scripted = await startScriptedModel();
  return {
    client: createClient({
      provider: 'openai',
      model: 'scripted',
      apiKey: 'not-needed',
      baseUrl: scripted.url,
    }),
    about:
      'OPENAI_API_KEY is not set, so the model is SCRIPTED: a server on this machine plays it over HTTP.\n' +
      'The tools are real, and so are their results.',
    close: () => scripted.stop(),
  };
}
