import { isGranted } from './is-granted.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment variables that the program may read: `process.env`, and none where there is no process. */
export function environment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  const env = process?.env ?? NONE;
  if (isGranted({ name: 'env' })) return env;
  // Deno may allow single variables, which cannot be listed: only usual names of keys are tried.
  const known = USUAL_KEYS.filter((variable) => isGranted({ name: 'env', variable }));
  return new Proxy<Environment>(Object.fromEntries(known.map((variable) => [variable, env[variable]])), {
    get: (_, variable) =>
      typeof variable === 'string' && isGranted({ name: 'env', variable }) ? env[variable] : undefined,
  });
}

const NONE: Environment = Object.freeze({});

const USUAL_KEYS = `OPENAI_API_KEY OPENAI_ADMIN_KEY AZURE_OPENAI_API_KEY OPENROUTER_API_KEY ANTHROPIC_API_KEY
  ANTHROPIC_AUTH_TOKEN GEMINI_API_KEY GOOGLE_API_KEY GROQ_API_KEY OLLAMA_API_KEY MISTRAL_API_KEY DEEPSEEK_API_KEY XAI_API_KEY
  HF_TOKEN GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN NPM_TOKEN AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN DATABASE_URL
  REDIS_URL MONGODB_URI SLACK_BOT_TOKEN STRIPE_SECRET_KEY SENTRY_AUTH_TOKEN`.split(/\s+/);
