import { ToolwrightError, withDeveloperError } from '@toolwright/contract';
import { type Secret, secret } from '@toolwright/redaction';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { toJsonSchemaTools } from './json-schema.js';
import { abortWhileItWaits, createTools, REFUSALS } from './tools.test.fixture.js';

function find(name: string, tools = toJsonSchemaTools(createTools())) {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool ${name}`);
  return tool;
}

describe('toJsonSchemaTools', () => {
  it('returns the schemas of the registry', () => {
    const { execute, ...forecast } = find('forecast');
    expect(forecast).toEqual({
      name: 'forecast',
      description: 'Weather forecast for a city.',
      inputSchema: expect.objectContaining({ required: ['city'] }),
      outputSchema: expect.objectContaining({ required: ['celsius'] }),
      annotations: { title: 'Forecast', readOnly: true },
    });
    expect(execute).toBeInstanceOf(Function);
    expect(find('erase')).not.toHaveProperty('outputSchema');
  });

  it('runs tools with the arguments that a model wrote', async () => {
    expect(await find('forecast').execute('{"city":"Oslo","days":"3"}')).toEqual({ celsius: 7 });
    expect(await find('forecast').execute({ city: 'Oslo' })).toEqual({ celsius: 5 });
  });

  it('does not give a tool the text of a secret that a model wrote', async () => {
    const kept: Secret<string> = secret('violet-otter-4711');
    const given: unknown[] = [];
    const execute = async (_name: string, args: unknown) => {
      given.push(args);
      return { result: String(kept), error: null };
    };
    const tools = toJsonSchemaTools({ listTools: () => createTools().listTools(), execute });
    await find('forecast', tools).execute({ city: 'violet-otter-4711' });
    await find('forecast', tools).execute('{"city":"\\u0076iolet-otter-4711"}');
    expect(given).toEqual([{ city: '[secret]' }, '{"city":"[secret]"}']);
  });

  it('rejects with a message for the model', async () => {
    const { execute } = find('forecast');
    await expect(execute({ city: 'Atlantis' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'Atlantis has sunk.',
    });
    await expect(execute({ town: 'Oslo' })).rejects.toThrow("Invalid arguments for 'forecast'");
    await expect(execute('{')).rejects.toMatchObject({ code: 'TOOL_FAILED' });
  });

  // M2
  it('rejects with an error of the developer as it is', async () => {
    const error = new ToolwrightError('UNSUPPORTED', 'Run codegen.', { blame: 'developer' });
    const execute = async () => withDeveloperError({ result: null, error: error.message }, error);
    const tools = toJsonSchemaTools({ listTools: () => createTools().listTools(), execute });
    await expect(find('forecast', tools).execute({ city: 'Oslo' })).rejects.toBe(error);
  });

  it.each(REFUSALS)('refuses %s in the words of the registry', async (args, sentence) => {
    await expect(find('forecast').execute(args)).rejects.toThrow(sentence);
  });

  it('passes on what a tool yields', async () => {
    const seen: unknown[] = [];
    const onProgress = (value: unknown) => void seen.push(value);
    expect(await find('count').execute('{"to":3}', { onProgress })).toBe('counted to 3');
    expect(seen).toEqual([1, 2]);
  });

  it('asks before calls that need approval, and refuses them without `approve`', async () => {
    await expect(find('erase').execute({})).rejects.toThrow('nobody can be asked');
    const asked: unknown[] = [];
    let answer = false;
    const approve = async (tool: string, args: unknown) => {
      asked.push([tool, args]);
      return answer;
    };
    const erase = find('erase', toJsonSchemaTools(createTools(), { approve }));
    await expect(erase.execute({})).rejects.toThrow('did not approve');
    answer = true;
    expect(await erase.execute({})).toBe('erased');
    expect(asked).toEqual(Array(2).fill(['erase', {}]));
  });

  // F6
  it.each<[unknown, unknown]>([
    ['{"file":"/etc"}', { path: '/etc' }],
    [{ file: '/etc' }, { path: '/etc' }],
    [JSON.stringify('{"file":"/etc"}'), { path: '/etc' }],
    ['{"file":"/etc","size":12345678901234567890}', '{"path":"/etc","size":12345678901234567890}'],
    ['', {}],
    ['null', {}],
    ['{"file":"/etc","path":"/tmp"}', '{"file":"/etc","path":"/tmp"}'],
    ['{"file"', '{"file"'],
  ])('asks about %j under present names', async (args, shown) => {
    const ran: object[] = [];
    const asked: unknown[] = [];
    const properties = { path: { type: 'string' }, size: { type: 'string', pattern: '^-?[0-9]+$' } } as const;
    const registry = new ToolRegistry().register(
      new FunctionTool({
        name: 'erase',
        description: 'Erases a file.',
        parameters: { type: 'object', properties },
        annotations: { needsApproval: true },
        was: { parameters: { file: 'path' } },
        fn: (given: object) => {
          ran.push(given);
          return 'erased';
        },
      }),
    );
    const approve = (tool: string, given: unknown) => asked.push([tool, given]) > 0;
    await find('erase', toJsonSchemaTools(registry, { approve }))
      .execute(args)
      .catch((error: unknown) => error);
    expect(asked).toEqual([['erase', shown]]);
    const isRefused = args === shown;
    expect(ran).toHaveLength(isRefused ? 0 : 1);
    if (typeof shown === 'object') expect(ran).toEqual([shown]);
  });

  it('passes an abort on', async () => {
    const call = find('wait').execute({}, { signal: abortWhileItWaits() });
    await expect(call).rejects.toThrow('aborted');
  });
});
