import { type JsonSchema, ToolwrightError } from '@toolwright/contract';
import type { TagsOutput } from '@toolwright/prompts';
import { typedSchema } from '@toolwright/tools';
import { type AnswerForm, parseAnswer } from './parse-answer.js';
import { parsers } from './parsers.js';

const refusal = async (text: string, form: AnswerForm): Promise<string> => {
  const error: unknown = await parseAnswer(text, form).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'INVALID_OUTPUT', blame: 'model' });
  return error instanceof Error ? error.message : '';
};

const plan = parsers.tags({
  xml: { plan: 'optional', answer: 'required' },
  markdown: { python: 'required' },
  signals: { done: 'optional' },
});

// C4
describe('parsers.tags', () => {
  it('reads XML tags, blocks and signals, in order, from the text around them', async () => {
    const text = [
      'Sure. <plan>first</plan> and <plan>\n second </plan>',
      '<answer kind="short">42</answer>',
      '```Python title="a"\nprint("```")\n```',
      '~~~ts\nlet a;\n~~~',
      '<done/>',
    ].join('\n');
    const output = await plan.parse(text);
    expect(output).toEqual({
      raw: text,
      xml: { plan: ['first', 'second'], answer: ['42'] },
      markdown: { python: ['print("```")'] },
      signals: { done: true },
    });
    const answer: string = output.xml.answer[0];
    expect(answer).toBe('42');
  });

  it('recognises a signal beside tags and blocks, not within them', async () => {
    const signalled = async (text: string) => (await plan.parse(text)).signals.done;
    const rest = '<answer>4</answer>\n```python\n1\n```';
    expect(await signalled(`<plan>say <done/> at the end</plan>${rest}`)).toBe(false);
    expect(await signalled('<answer><done/></answer>\n```python\n<done/>\n```\n')).toBe(false);
    expect(await signalled(`${rest}\n<done/>`)).toBe(true);
    expect(await signalled(`<plan><plan>a</plan><done/></plan><done/>${rest}`)).toBe(true);
  });

  it('reports all missing tags, and how to write them', async () => {
    expect(await refusal('42', { parser: plan, tags: undefined })).toBe(
      '<answer> is missing: write it between <answer> and </answer>. The ```python block is missing: write one.',
    );
    const tags = { signals: { ok: 'required' } } as const;
    expect(await refusal('fine', { tags, parser: undefined })).toBe('<ok/> is missing: write it.');
  });

  it.each([
    ['<answer>4', '<answer> is not closed: end it with </answer>.'],
    ['<answer>4</answer>', 'The ```python block is missing: write one.'],
    ['<answer></answer>\n```python\n1\n```', '<answer> is empty.'],
    ['<answer>4</answer>\n```python\nprint(1)', 'The ```python block is not closed'],
    ['<answer>4</answer>\n```python\n```', 'The ```python block is empty.'],
    ['<plan>x\n<answer>4</answer>\n```python\n1\n```', '<plan> is not closed'],
  ])('refuses %j', async (text, message) => {
    expect(await refusal(text, { parser: plan, tags: undefined })).toContain(message);
  });

  it('reads the outermost of nested tags with one name, and leaves its contents unchanged', async () => {
    const { xml } = await parsers
      .tags({ xml: { a: 'required', b: 'optional' } })
      .parse('<a>1<a>2</a>&lt;<b>3</b></a>');
    expect(xml).toEqual({ a: ['1<a>2</a>&lt;<b>3</b>'], b: ['3'] });
  });

  it("ignores the model's thoughts, unless they are requested", async () => {
    const text = '<think>maybe <answer>1</answer></think><answer>2</answer>';
    expect((await parsers.tags({ xml: { answer: 'required' } }).parse(text)).xml.answer).toEqual(['2']);
    const both = await parsers.tags({ xml: { answer: 'required', think: 'required' } }).parse(text);
    expect(both.xml.think).toEqual(['maybe <answer>1</answer>']);
  });

  it('writes text that it reads back unchanged, and refuses other contents', async () => {
    const value: Omit<TagsOutput<{ xml: { a: 'required' } }>, 'raw'> = {
      xml: { a: ['x'] },
      markdown: {},
      signals: {},
    };
    const parser = parsers.tags({ xml: { a: 'required' } });
    expect(parser.format({ ...value, raw: '' })).toBe('<a>\nx\n</a>');
    expect(() => parser.format({ ...value, raw: '', xml: { a: ['</a>'] } })).toThrow(
      expect.objectContaining({ code: 'USAGE' }),
    );
  });

  it('refuses names that cannot be tags', () => {
    expect(() => parsers.tags({ xml: { 'a(': 'required' } })).toThrow("'a(' is not a valid tag name");
  });
});

// C4
describe('parsers.json', () => {
  const schema: JsonSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

  it('returns the repaired value, as structured output does', async () => {
    const parser = parsers.json(typedSchema<{ n: number }>('Count', schema));
    const { n }: { n: number } = await parser.parse("Here: ```json\n{'n': '3',}\n```");
    expect(n).toBe(3);
    expect(parser.format({ n: 3 })).toBe('{"n":3}');
    expect(await refusal('{"n": "many"}', { parser, tags: undefined })).toContain('n');
    expect(await refusal('three', { parser, tags: undefined })).toContain('The answer contains no JSON');
  });
});

// C4
describe('parsers.text', () => {
  it('returns the text without thoughts and surrounding space, and refuses nothing', async () => {
    expect(await parsers.text.parse('<think>hm</think>\n Yes. \n')).toBe('Yes.');
    expect(await refusal(' \n', { parser: parsers.text, tags: undefined })).toBe(
      'The answer is empty. Write it as text.',
    );
  });
});

// C4
describe('a custom parser', () => {
  it('gets the text and the tags of the prompt', async () => {
    const tags = { xml: { n: 'required' } } as const;
    const parser: AnswerForm['parser'] = (_text, context) => Number(context.tags?.xml.n?.[0]);
    expect(await parseAnswer('It is <n>5</n>', { parser, tags })).toBe(5);
    expect(await refusal('It is 5', { parser, tags })).toContain('<n> is missing');
  });

  it('refuses an answer by throwing, except for mistakes of the program', async () => {
    const text = (thrown: unknown) => ({
      tags: undefined,
      parser: () => {
        throw thrown;
      },
    });
    expect(await refusal('x', text(new RangeError('Give 1 to 5.')))).toBe('Give 1 to 5.');
    expect(await refusal('x', text('no'))).toBe('no');
    const mistake = new ToolwrightError('USAGE', 'wrong', { blame: 'developer' });
    await expect(parseAnswer('x', text(mistake))).rejects.toBe(mistake);
  });
});

it("a bug in a parser is the developer's, and the model is not asked again", async () => {
  const parser = (text: string): string => {
    const values: Readonly<Record<string, string>> = {};
    return String(values[text]?.length) + (undefined as unknown as string).length; // a typical bug
  };
  const error: unknown = await parseAnswer('yes', { parser }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'USAGE',
    blame: 'developer',
    message: expect.stringContaining('The parser failed'),
  });
  const refusal: unknown = await parseAnswer('yes', {
    parser: (text) => new URL(text),
  }).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ code: 'INVALID_OUTPUT' });
});
