import type { ArgumentsWatch, EarlyRefusal, JsonSchema } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '../index.js';

const closed = { type: 'object', additionalProperties: false } as const;
const properties = {
  mode: { enum: ['append', 'replace'] },
  line: { type: 'integer', minimum: 1 },
  size: { type: 'object', properties: { width: { type: 'number' } }, required: ['width'] },
  tags: { type: 'array', items: { type: 'string', maxLength: 4 } },
  target: { anyOf: [{ type: 'string' }, { ...closed, properties: { url: { type: 'string' } } }] },
  amount: { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
  content: { type: 'string' },
} as const satisfies Record<string, JsonSchema>;

const tool = new FunctionTool({
  name: 'write',
  description: 'Writes.',
  parameters: { ...closed, properties, required: ['content'] },
  fn: () => 'written',
});
const registry = new ToolRegistry().register(tool);

interface Refused extends EarlyRefusal {
  /** What was written until then. */
  readonly read: string;
}

/** Writes a text character by character, up to a refusal. */
function write(text: string, name = 'write'): Refused | undefined {
  const watch: ArgumentsWatch | undefined = registry.watchArguments(name);
  for (const [index, character] of [...text].entries()) {
    const refusal = watch?.push(character);
    if (refusal !== undefined) return { ...refusal, read: text.slice(0, index + 1) };
  }
  return undefined;
}

// H5
describe('arguments that are watched', () => {
  it.each([
    ['{"mode":"insert"', ',"content":"…"}', '{"mode":"insert"}'],
    ['{"line":0,', '"content":"…"}', '{"line":0}'],
    ['{ "content": "…", "line": 1.5\n', '}', '{"content":"…","line":1.5}'],
    ['{"content":"…","size":{"width":"wide"', '}}', '{"content":"…","size":{"width":"wide"}}'],
    ['{"size":{}', ',"content":"…"}', '{"size":{}}'],
    ['{"tags":["a","abcde"', '],"content":"…"}', '{"tags":["a","abcde"]}'],
    ['{"target":{"uri":"/"}', ',"content":"…"}', '{"target":{"uri":"/"}}'],
    ['{"amount":"1.5"', ',"content":"…"}', '{"amount":"1.5"}'],
    ['{"content":{"a":[1,{}]}', '}', '{"content":{"a":[1,{}]}}'],
    ['{"overwrite":true,', '"content":"…"}', '{"overwrite":true}'],
  ])('are refused at the end of %s, in the words for the complete call', async (read, rest, args) => {
    const { error } = await registry.execute('write', read + rest);
    expect(error).toMatch(/^Invalid arguments for 'write': /);
    expect(write(read + rest)).toEqual({ error, arguments: args, read });
  });

  it.each([
    ['a number as text', '{"line":"5","content":"…"}'],
    ['a list as text', '{"tags":"[\\"a\\"]","content":"…"}'],
    ['null for an optional argument', '{"mode":null,"content":"…"}'],
    ['digits as a number', '{"amount":12345678901234567890,"content":"…"}'],
    ['all arguments as text', '"{\\"content\\":\\"…\\"}"'],
    ['an argument twice', '{"content":"…","content":"…"}'],
    ['no arguments', ''],
  ])('are not refused if the call is repaired: %s', async (_, text) => {
    const { error } = await registry.execute('write', text);
    expect(error ?? '').not.toContain('must be');
    expect(write(text)).toBeUndefined();
  });

  it.each([
    ['a name like one that may follow', '{"contents":"…","tags":[]}'],
    ['the last value of a call', '{"content":"…","line":0}'],
    ['a number that loses digits', '{"line":123456789012345678901,"content":"…"}'],
    ['text that is not JSON', '{"content":"…",} and more'],
    ['a list', '[{"mode":"insert"},1]'],
  ])('are refused only as a complete call: %s', async (_, text) => {
    expect((await registry.execute('write', text)).error).not.toBeNull();
    expect(write(text)).toBeUndefined();
  });

  it('are refused for an unknown name at their first character', async () => {
    const { error } = await registry.execute('writes', '{"content":"…"}');
    expect(error).toContain("'write'");
    expect(write('{"content":"…"}', 'writes')).toEqual({ error, arguments: '{}', read: '{' });
    expect(registry.watchArguments('writes')?.push('{"content":"…"}')).toBeUndefined();
  });

  it('are not watched if the registry executes calls in another way', async () => {
    const forgiving = new ToolRegistry().register(tool);
    const execute = forgiving.execute.bind(forgiving);
    forgiving.execute = (name) => execute(name, { content: 'fixed' });
    expect(await forgiving.execute('write', '{}')).toEqual({ result: 'written', error: null });
    expect(forgiving.watchArguments('write')).toBeUndefined();
  });

  it('are refused once', () => {
    const watch = registry.watchArguments('write');
    expect(watch?.push('{"mode":"insert","mode')).toBeDefined();
    expect(watch?.push('":1,"line":0,')).toBeUndefined();
  });

  it('are refused only as a complete call for a schema with keywords that cannot be explained early', () => {
    const parameters = { ...closed, properties: {}, unevaluatedProperties: false };
    const odd = new FunctionTool({ name: 'odd', description: 'Odd.', parameters, fn: () => 1 });
    const watch = new ToolRegistry().register(odd).watchArguments('odd');
    expect(watch?.push('{"wrong":1,')).toBeUndefined();
  });

  it('are refused some text after a wrong character, in the words for the complete text', async () => {
    const begun = '{"content":"a \n';
    const text = `${begun}${'more '.repeat(1_000)}"}`;
    const { error } = await registry.execute('write', text);
    expect(error).toMatch(/^The arguments are not valid JSON: /);
    const refusal = write(text);
    expect(refusal).toMatchObject({ error, arguments: refusal?.read });
    expect(refusal?.read.length).toBe(begun.length + 2_000);
  });

  it('are read in linear time, however deep they are', () => {
    const parameters = {
      ...closed,
      properties: { tree: { $ref: '#/$defs/Tree' } },
      $defs: { Tree: { ...closed, properties: { in: { $ref: '#/$defs/Tree' }, list: { type: 'array' } } } },
    } as const;
    const plant = new FunctionTool({ name: 'plant', description: 'Plants.', parameters, fn: () => 1 });
    const plants = new ToolRegistry().register(plant);
    const wide = `{"tree":{"in":{"in":{"list":[${'1,'.repeat(200_000)}1]}}},`;
    const deep = `{"tree":${'{"in":'.repeat(100_000)}`;
    for (const text of [wide, deep]) {
      const watch = plants.watchArguments('plant');
      const refusals = new Set<unknown>();
      for (let start = 0; start < text.length; start += 8)
        refusals.add(watch?.push(text.slice(start, start + 8)));
      expect(refusals).toEqual(new Set([undefined]));
    }
  });
});
