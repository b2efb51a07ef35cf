import type { ModelConfig } from '@toolwright/capabilities';
import type { CommonOptions } from '../cli/options/options.js';
import { chooseModel } from './choose-model.js';

export interface Connection {
  readonly config: ModelConfig;
  /** A line that names the model. */
  readonly about: string;
  /** The model is a script that composes its answers from tool results. */
  readonly scripted: boolean;
  close(): Promise<void>;
}

const SCRIPTED =
  'No API key is set and no --provider is given, so the model is SCRIPTED: a server on this machine plays it over HTTP.\n' +
  'What the tools find is real; the words around it are written down.';

/** Connects to the model of a provider, or starts the scripted model on this machine, which uses the same protocol. */
export async function connect(options: CommonOptions, environment: NodeJS.ProcessEnv): Promise<Connection> {
  const llm = { runtime: { env: environment } };
  const chosen = chooseModel(options, environment);
  if (chosen !== undefined) {
    const { provider, model, fastModel } = chosen;
    const other = fastModel === model ? '' : ` (sub-agents and critic: ${fastModel})`;
    return {
      config: { ...chosen, baseUrl: options.baseUrl, llm },
      about: `The model is ${model} of ${provider}${other}.`,
      scripted: false,
      close: async () => {},
    };
  }
  // Loaded on demand: a program with a key does not need a server.
  const { startScriptedModel } = await import('./scripted-model.js');
  const server = await startScriptedModel();
  return {
    config: {
      provider: 'openai-compatible',
      model: 'scripted',
      apiKey: 'not-needed',
      baseUrl: server.url,
      llm,
    },
    about: SCRIPTED,
    scripted: true,
    close: () => server.stop(),
  };
}
