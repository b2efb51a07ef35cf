import { toUIStream } from '@toolwright/core';
import { createClient, fallbackClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import {
  createConsoleLogger,
  createDebugLogger,
  createJsonLogger,
  createTranscriptLogger,
} from '@toolwright/logger';
import { connectMcp, serveMcp } from '@toolwright/mcp';
import { Prompt } from '@toolwright/prompts';
import { createMemoryStore, openSession, openSqliteStore } from '@toolwright/store';
import { connectStudio } from '@toolwright/studio';
import { FunctionTool, ToolRegistry, tool } from '@toolwright/tools';

/** Options from plain JavaScript, which may be anything. */
type Given = Record<string, never>;

const MODEL = { provider: 'openai', model: 'gpt-5-mini', apiKey: 'k' } as const;
const TOOL = {
  name: 'a',
  description: 'b',
  parameters: { type: 'object', properties: {} },
  fn: () => 1,
} as const;

/** Each function with a misspelt option, and one with a value of another kind. */
const DOORS: Readonly<Record<string, readonly [(given: Given) => unknown, string, string, unknown]>> = {
  createClient: [(given) => createClient({ ...MODEL, ...given }), 'baseURL', 'baseUrl', 5],
  'timeouts of a client': [(timeouts) => createClient({ ...MODEL, timeouts }), 'totalMS_', 'totalMs', 'x'],
  'retries of a client': [(retries) => createClient({ ...MODEL, retries }), 'maxRetrys', 'maxRetries', 'x'],
  fallbackClient: [(given) => fallbackClient([scriptedModel([])], given), 'braker', 'runtime', 5],
  scriptedModel: [(given) => scriptedModel([], given), 'capability', 'model', 5],
  FunctionTool: [(given) => new FunctionTool({ ...TOOL, ...given }), 'descripton', 'fn', 'x'],
  'annotations of a FunctionTool': [
    (annotations) => new FunctionTool({ ...TOOL, annotations }),
    'destructve',
    'readOnly',
    'yes',
  ],
  tool: [(given) => tool(given, () => 1), 'readonly_', 'timeoutMs', '5'],
  registerFrom: [(given) => new ToolRegistry().registerFrom({}, given), 'prefx', 'only', 'x'],
  register: [(given) => new ToolRegistry().register(new FunctionTool(TOOL), given), 'prefx', 'prefix', 5],
  validate: [
    (given) => new ToolRegistry().register(new FunctionTool(TOOL)).validate('a', {}, given),
    'coertion',
    'coercion',
    5,
  ],
  createConsoleLogger: [createConsoleLogger, 'colour', 'color', 'no'],
  createTranscriptLogger: [createTranscriptLogger, 'colour', 'width', 'x'],
  createDebugLogger: [createDebugLogger, 'colour', 'maxLength', 'x'],
  createJsonLogger: [createJsonLogger, 'maxLenght', 'now', 5],
  connectStudio: [connectStudio, 'adress', 'address', 5],
  serveMcp: [(given) => serveMcp(new ToolRegistry(), given), 'instruction', 'name', 5],
  'http of serveMcp': [(http) => serveMcp(new ToolRegistry(), { http }), 'tokn', 'token', 5],
  'resume of serveMcp': [
    (resume) => serveMcp(new ToolRegistry(), { http: { resume } }),
    'maxEvnts',
    'maxEvents',
    'x',
  ],
  'tasks of serveMcp': [
    (tasks) => serveMcp(new ToolRegistry(), { http: {}, tasks }),
    'afterMS_',
    'afterMs',
    'x',
  ],
  'cache of serveMcp': [
    (cache) => serveMcp(new ToolRegistry(), { cache: { ttlMs: 1, ...cache } }),
    'ttlMS_',
    'ttlMs',
    'x',
  ],
  'reconnect of connectMcp': [
    (reconnect) => connectMcp({ command: 'x', reconnect }),
    'attempt',
    'attempts',
    'x',
  ],
  'capabilities of a client': [
    (capabilities) => createClient({ ...MODEL, capabilities }),
    'tool',
    'tools',
    'yes',
  ],
  'runtime of a client': [(runtime) => createClient({ ...MODEL, runtime }), 'fetsh', 'fetch', 'x'],
  openSession: [
    (given) => openSession({ store: createMemoryStore(), agent: {} as never, ...given }),
    'leasMs',
    'leaseMs',
    'x',
  ],
  toUIStream: [(given) => toUIStream({} as never, 'ag-ui', given), 'shwo', 'show', 'x'],
  Prompt: [(given) => new Prompt({ template: 'x', ...given }), 'tool', 'tools', 5],
  'mcpServers of a Prompt': [
    (given) => new Prompt({ template: 'x', mcpServers: [{ name: 'a', url: 'https://a.example', ...given }] }),
    'needsAproval',
    'allow',
    5,
  ],
  connectMcp: [(given) => connectMcp({ command: 'x', ...given }), 'timeoutMS_', 'args', 'x'],
};

const attempt = async (door: (given: Given) => unknown, given: object): Promise<unknown> => {
  // Options from plain JavaScript.
  const work = async () => door(given as Given);
  return work().catch((error: unknown) => error);
};

// H2
describe.each(Object.entries(DOORS))('%s', (_, [door, misspelt, known, wrong]) => {
  it('refuses an unknown option with the nearest name', async () => {
    expect(await attempt(door, { [misspelt]: 1 })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`has no option '${misspelt}'`),
      // Only the nearest name stands in quotes.
      hint: expect.stringMatching(/'\w+'/),
    });
  });

  it('refuses a value of another kind in words', async () => {
    expect(await attempt(door, { [known]: wrong })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`'${known}' of '`),
      hint: expect.stringContaining('Pass '),
    });
  });
});

it('openSqliteStore and createClient refuse a misspelt option and no options', async () => {
  await expect(openSqliteStore({ fil: 'x' } as never)).rejects.toThrow("has no option 'fil'");
  expect(() => createClient(undefined as never)).toThrow('createClient was called without options.');
});
