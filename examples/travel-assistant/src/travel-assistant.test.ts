import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentEvent, createClient } from 'toolwright';
import { checkConnection } from './check-connection.js';
import { converse, PROTOCOLS } from './converse.js';
import { SCENARIOS } from './scenarios.js';
import { type ScriptedModel, startScriptedModel } from './scripted-model.js';
import { TravelTools } from './travel-tools.js';

let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.stop());

const client = () => createClient({ provider: 'openai-compatible', model: 'scripted', baseUrl: model.url });

// D9, D1, D2, D7, D8
describe('the conversation', () => {
  it.each(PROTOCOLS)('has thirteen answers made of tool results: %s', async (protocol) => {
    expect(SCENARIOS).toHaveLength(13);
    const events: AgentEvent[] = [];
    const answers = await converse(client(), protocol, { log: (event) => events.push(event) });
    const failure = protocol === 'xml' ? "Error executing tool 'weather': " : 'Tool error: ';
    expect(answers).toEqual([
      'I plan short trips: weather, flights, hotels, money.',
      'Oslo has 3 °C and light snow.',
      'Rome has 15 °C and rain showers. Lisbon has 18 °C and sunny.',
      'From where do you want to fly, and on which day?',
      'The cheapest is TW 208 on 2027-03-14 at 16:40 for 119 euros.',
      'Take Casa do Rio (4 stars) for 360 euros.',
      'It is 130.9 dollars.',
      'Lisbon has 18 °C and sunny. You can fly back with TW 205 on 2027-03-19 at 11:05 for 131 euros.',
      `I cannot tell: ${failure}nothing is known of Atlantis; there are oslo, rome, lisbon`,
      'Together they are 417.35 pounds.',
      'Lisbon, with 18 °C.',
      // D3
      'I had to stop after 3 of 4 cities. The warmest of them is Lisbon, with 18 °C.',
      'You fly to Lisbon with TW 208 on 2027-03-14 at 16:40 for 119 euros, and stay at Casa do Rio (4 stars) for 360 euros.',
    ]);
    const called = events.flatMap((event) => (event.type === 'tool-call' ? [event.name] : []));
    expect(called).toEqual([
      'weather',
      'weather',
      'weather',
      'searchFlights',
      'searchHotels',
      'convertCurrency',
      'weather',
      'searchFlights',
      'weather',
      'searchFlights',
      'convertCurrency',
      'weather',
      'weather',
      'weather',
    ]);
    const ends = events.flatMap((event) => (event.type === 'run-end' ? [event.result.status] : []));
    expect(ends.filter((status) => status !== 'completed')).toEqual(['max_iterations']);
    const replies = events.flatMap((event) =>
      event.type === 'message' && event.message.role === 'assistant' ? [event.message] : [],
    );
    expect(JSON.stringify(replies)).not.toContain('no tools are offered');
  });
});

// D9
describe('the program', () => {
  it('plays all protocols offline, and prints its usage', async () => {
    const { code, stdout } = await start([]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('SCRIPTED');
    for (const protocol of PROTOCOLS) expect(stdout).toContain(`by the protocol ${protocol} ===`);
    expect(stdout.match(/Tool call +searchFlights \{"from":"Berlin","to":"Lisbon"/g)).toHaveLength(3);
    expect(stdout.match(/Result +weather.*\n? *.*light snow/g)).toHaveLength(6);
  });

  it('shows the requests and replies in which the protocols differ', async () => {
    const { stdout } = await start([]);
    const [native = '', xml = '', json = ''] = PROTOCOLS.map((protocol) => {
      const [, shown = ''] = stdout.split(`--- On the wire: ${protocol} ---`);
      return shown.slice(0, shown.indexOf('\n3. '));
    });
    expect(native).toContain('tools: 4, the first: {"type":"function","function":{"name":"weather"');
    expect(native).toContain('assistant: tool_calls: weather {"city":"Oslo"}');
    expect(native).toContain('tool: {"tool_call_id":');
    for (const prompted of [xml, json]) expect(prompted).toContain('tools: (none)');
    expect(xml).toMatch(/assistant: <tool_call>\s+\{"name":"weather","parameters":\{"city":"Oslo"\}\}/);
    expect(xml).toContain('user: <tool_result name="weather">');
    expect(json).toMatch(/assistant: \{"thought":"I look it up\.","action":"tool","tool_name":"weather"/);
    expect(json).toContain('user: Tool result: {"tool":"weather"');
  });

  it('shows every request with --wire', async () => {
    const { stdout } = await start(['--protocol', 'native', '--wire']);
    expect(stdout.match(/--- On the wire/g)).toHaveLength(13);
  });

  it('refuses an --env file that does not exist', async () => {
    expect(await start([], '/nope')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("The file '/nope' of --env does not exist."),
    });
  });

  it('takes its keys from .env, and uses the provider that has a key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolwright-travel-'));
    try {
      const envFile = join(folder, '.env');
      writeFileSync(envFile, `OPENAI_API_KEY=from-file\nOPENAI_BASE_URL=${model.url}\n`);
      const { code, stdout } = await start(['--protocol', 'native', '--model', 'gpt-4o'], envFile);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).not.toContain('SCRIPTED');
      expect(stdout).toMatch(/^openai +ok +gpt-4o, \d+ ms/);
      expect(stdout).toContain('417.35 pounds');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('lists the providers that it can reach, and the reason for each other one', async () => {
    const { code, stdout } = await start(['--check']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^openai +failed +No API key .*OPENAI_API_KEY/m);
    expect(stdout).toMatch(/^anthropic +failed +No API key .*ANTHROPIC_API_KEY/m);
    expect(stdout).toMatch(/^ollama +failed +The request to ollama failed/m);
    expect(stdout).toMatch(/^scripted +ok/m);
  });

  it('ends before the conversation if the provider cannot be reached', async () => {
    const { code, stdout } = await start(['--provider', 'groq']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^groq +failed .*GROQ_API_KEY/),
    });
  });

  it.each([['--provider', 'acme'], ['--protocol', 'smoke'], ['--colour']])(
    'refuses %s %s',
    async (...args) => {
      expect(await start(args)).toMatchObject({ code: 2, stdout: '' });
    },
  );
});

describe('checkConnection', () => {
  it('reports an answer, a refusal and a timeout', async () => {
    expect(await checkConnection(client)).toMatchObject({ ok: true, model: 'scripted' });
    const hanging = () => ({ generate: () => new Promise<never>(() => {}) });
    const late = await Promise.race([
      checkConnection(hanging, 50),
      new Promise((resolve) => setTimeout(resolve, 2_000, 'never')),
    ]);
    expect(late).toEqual({ ok: false, reason: 'no answer within 50 ms' });
  });
});

describe('the tools', () => {
  const tools = new TravelTools();

  it('list the places that they know when asked for another one', () => {
    expect(() => tools.weather('Atlantis')).toThrow(
      'nothing is known of Atlantis; there are oslo, rome, lisbon',
    );
    expect(tools.searchFlights('Oslo', 'Rome', '2027-01-01')).toEqual([]);
  });

  it('convert an amount and back', () => {
    expect(tools.convertCurrency(tools.convertCurrency(100, 'EUR', 'NOK'), 'NOK', 'EUR')).toBe(100);
  });
});

const NO_KEYS = fileURLToPath(new URL('../.env.example', import.meta.url));

/** Without the API keys of the developer's environment. */
function start(
  args: readonly string[],
  envFile = NO_KEYS,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', OLLAMA_HOST: 'http://127.0.0.1:9' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args, '--env', envFile],
      { env, timeout: 240_000 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
      },
    );
  });
}
