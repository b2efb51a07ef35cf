import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClient, createConsoleLogger, type LLMProvider } from 'toolwright';
import { type Check, checkConnection } from './check-connection.js';
import { converse, PROTOCOLS } from './converse.js';
import { describeWire } from './describe-wire.js';
import { connectTo, isProvider, PROVIDERS, type Provider } from './providers.js';
import { startScriptedModel } from './scripted-model.js';
import { WireTap } from './wire-tap.js';

/** The requests of this scenario are always shown: it is the first one in which the three protocols differ. */
const FIRST_CALL = 'one tool';

const USAGE = `npm start -- [--protocol ${PROTOCOLS.join('|')}] [--provider ${Object.keys(PROVIDERS).join('|')}] [--model <name>] [--env <file>] [--check] [--wire]`;

const options = readOptions();
// Variables of the environment take precedence.
if (options.envFile !== undefined) process.loadEnvFile(options.envFile);
const scripted = await startScriptedModel();
try {
  process.exitCode = options.check ? await checkAll() : await play();
} finally {
  await scripted.stop();
}

function readOptions() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: {
        protocol: text,
        provider: text,
        model: text,
        env: text,
        check: { type: 'boolean', default: false },
        wire: { type: 'boolean', default: false },
      },
    });
    const { provider, protocol, model, check, wire } = values;
    const envFile = findEnvFile(values.env);
    if (provider !== undefined && !isProvider(provider))
      throw new Error(`Unknown provider '${provider}'. Available: ${Object.keys(PROVIDERS).join(', ')}.`);
    const protocols = PROTOCOLS.filter((name) => protocol === undefined || name === protocol);
    if (protocols.length === 0)
      throw new Error(`Unknown protocol '${protocol}'. Available: ${PROTOCOLS.join(', ')}.`);
    return { provider, model, protocols, check, wire, envFile };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
    process.exit(2);
  }
}

/** A file that the user names must exist; `.env` beside the example is optional. */
function findEnvFile(asked: string | undefined): string | undefined {
  const file = asked ?? fileURLToPath(new URL('../.env', import.meta.url));
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  if (asked === undefined) return undefined;
  throw new Error(`The file '${asked}' of --env does not exist. Copy .env.example, or leave out --env.`);
}

function scriptedClient(fetch?: typeof globalThis.fetch): LLMProvider {
  const runtime = fetch && { fetch };
  return createClient({ provider: 'openai-compatible', model: 'scripted', baseUrl: scripted.url, runtime });
}

/** The provider that the user names, otherwise the first with a key, otherwise the scripted model. */
function choose(): {
  readonly name: string;
  readonly connect: (fetch?: typeof globalThis.fetch) => LLMProvider;
} {
  const { provider, model } = options;
  if (provider !== undefined)
    return { name: provider, connect: (fetch) => connectTo(provider, model, { fetch }) };
  for (const name of Object.keys(PROVIDERS).filter(isProvider)) {
    if (name !== 'ollama' && hasKey(name))
      return { name, connect: (fetch) => connectTo(name, model, { fetch }) };
  }
  return { name: 'scripted', connect: scriptedClient };
}

function hasKey(provider: Provider): boolean {
  try {
    connectTo(provider);
    return true;
  } catch {
    // Creating a client fails without a key.
    return false;
  }
}

async function checkAll(): Promise<number> {
  const { provider, model } = options;
  const names = Object.keys(PROVIDERS).filter(isProvider);
  const wanted = names.filter((name) => provider === undefined || name === provider);
  const checks = await Promise.all(
    wanted.map((name) => checkConnection(() => connectTo(name, model, { maxRetries: 0 }))),
  );
  checks.forEach((check, index) => {
    print(wanted[index] ?? '', check);
  });
  if (provider !== undefined) return checks.every(({ ok }) => ok) ? 0 : 1;
  const offline = await checkConnection(() => scriptedClient());
  print('scripted', offline);
  return offline.ok ? 0 : 1;
}

function print(name: string, check: Check): void {
  const result = check.ok ? `ok      ${check.model}, ${check.ms} ms` : `failed  ${check.reason}`;
  console.log(`${name.padEnd(10)} ${result}`);
}

async function play(): Promise<number> {
  const { name, connect } = choose();
  if (name === 'scripted') {
    console.log('No API key is set, so the model is SCRIPTED: a server on this machine plays it over HTTP.');
  }
  const check = await checkConnection(() => connect());
  print(name, check);
  if (!check.ok) return 1;
  const logger = createConsoleLogger({ stream: process.stdout });
  for (const protocol of options.protocols) {
    console.log(`\n=== The conversation, tools called by the protocol ${protocol} ===`);
    const tap = new WireTap();
    await converse(connect(tap.fetch), protocol, logger, {
      before: (line) => console.log(`\n${line}`),
      after: async (scenario) => {
        const exchanges = await tap.take();
        if (!options.wire && scenario.shows !== FIRST_CALL) return;
        console.log(`\n--- On the wire: ${protocol} ---\n${describeWire(exchanges)}`);
      },
    });
  }
  return 0;
}
