import type { ModelConfig } from '@toolwright/capabilities';
import { ToolwrightError } from 'toolwright';
import type { CommonOptions } from '../cli/options/options.js';
import { chooseModel } from './choose-model.js';
import type { ScriptedModel } from './scripted-model.js';

export interface Connection {
  readonly config: ModelConfig;
  /** A line that names the model. */
  readonly about: string;
  /** The model is a script that composes its answers from tool results. */
  readonly scripted: boolean;
  close(): Promise<void>;
}

const NO_MODEL = 'No API key is set and no --provider is given';

const SCRIPTED =
  `${NO_MODEL}, so the model is SCRIPTED: a server on this machine plays it over HTTP.\n` +
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
  // A dry run asks no model, so it needs no server.
  const server = options.dryRun ? undefined : await startServer();
  return {
    config: {
      provider: 'openai-compatible',
      model: 'scripted',
      apiKey: 'not-needed',
      baseUrl: server?.url,
      llm,
    },
    about: server === undefined ? `${NO_MODEL}.` : SCRIPTED,
    scripted: true,
    close: async () => server?.stop(),
  };
}

/** The installed program has no scripted model: its words are canned, which is of use to nobody but readers of the example. */
async function startServer(): Promise<ScriptedModel> {
  const { startScriptedModel } = await import('./scripted-model.js').catch((cause) => {
    if (cause?.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const hint =
      'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or name a model: --provider ollama --model <name>.';
    throw new ToolwrightError('USAGE', `${NO_MODEL}.`, { blame: 'user', hint, cause });
  });
  return startScriptedModel();
}
