import { createClient, type LLMProvider } from 'toolwright';
import { startScriptedModel } from './scripted-model.js';

export interface Connection {
  readonly client: LLMProvider;
  /** A line that names the model. */
  readonly about: string;
  close(): Promise<void>;
}

/**
 * With `OPENAI_API_KEY`, connects to the model of `TOOLWRIGHT_MODEL` (default: gpt-5-mini), at `OPENAI_BASE_URL` if that is set. Otherwise
 * starts a scripted model on this machine, which is reached over HTTP like a real one.
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
