import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { findKeyLine } from './find-key-line.js';
import { parseCapability } from './parse-capability.js';

const VALID = {
  name: 'commit',
  description: 'Writes messages',
  task_prompt: 'Write one.',
  output_type: 'GeneratedMessage',
};

const parsing = (toml: string) => () => parseCapability(toml, 'caps/commit.toml');
const refusal = (message: string) => expect.objectContaining({ code: 'INVALID_CONFIG', message });

// E7
describe('a capability', () => {
  it('has the values of its four keys', () => {
    expect(parsing(stringify(VALID))()).toEqual({
      name: 'commit',
      description: 'Writes messages',
      taskPrompt: 'Write one.',
      outputType: 'GeneratedMessage',
      file: 'caps/commit.toml',
    });
  });

  it('with an unknown key is refused with file and line', () => {
    const toml = 'name = "x"\n\n# a comment\ntask_promt = "y"\n';
    expect(parsing(toml)).toThrow(
      refusal(
        "caps/commit.toml:4: 'task_promt' is not a key of a capability. The keys are name, description, task_prompt, output_type.",
      ),
    );
  });

  it('reports the line of an unknown key, not of similar text', () => {
    const toml = `name = "x"\ntask_prompt = """\nmodel = "not this"\n"""\nmodel = "this"\n`;
    expect(parsing(toml)).toThrow(refusal(expect.stringMatching(/^caps\/commit\.toml:5: 'model'/)));
  });

  it('reports the first line of an unknown key, however long its text is', () => {
    const toml = `name = "x"\nprompt = """\nDo it.\nDo it well.\n"""\n`;
    expect(parsing(toml)).toThrow(refusal(expect.stringMatching(/^caps\/commit\.toml:2: 'prompt'/)));
  });

  it('with a table reports where the table begins', () => {
    const toml = `${stringify(VALID)}\n[limits]\nturns = 3\n`;
    expect(parsing(toml)).toThrow(refusal(expect.stringMatching(/^caps\/commit\.toml:6: 'limits'/)));
  });

  it('that is not TOML is refused with line and column', () => {
    expect(parsing('name = "x"\ndescription = "y\n')).toThrow(
      refusal(expect.stringMatching(/^caps\/commit\.toml:2:\d+: .+/)),
    );
  });

  it.each(Object.keys(VALID))('without %s is refused', (key) => {
    const { [key]: _, ...rest } = { ...VALID } as Record<string, string>;
    expect(parsing(stringify(rest))).toThrow(refusal(`caps/commit.toml:1: '${key}' is missing.`));
  });

  it.each([
    ['7', '7'],
    ['""', 'empty'],
    ['"  "', 'empty'],
    ['["x"]', '["x"]'],
  ])('with %s instead of a text is refused', (value, shown) => {
    const { description: _, ...rest } = VALID;
    expect(parsing(`description = ${value}\n${stringify(rest)}`)).toThrow(
      refusal(`caps/commit.toml:1: 'description' must be a non-empty string; it is ${shown}.`),
    );
  });

  it('of any size is refused quickly, in a short sentence', () => {
    const started = performance.now();
    expect(parsing(`name = "${'x'.repeat(1_000_000)}"`)).toThrow(
      /a capability can have at most 100000 characters/,
    );
    const many = `${'wanted = "x"\n'.repeat(3_000)}`;
    expect(parsing(`${stringify(VALID)}note = '''\n${many}'''\nwanted = 1\n`)).toThrow(/'note' is not a key/);
    expect(parsing(`other_name = '''\n${many}'''\nwanted = 1\n`)).toThrow(/'other_name' is not a key/);
    expect(parsing(stringify({ ...VALID, name: `${'y'.repeat(50_000)} z` }))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{0,200}$/) }),
    );
    // Only a few of the lines that look like the key are checked. The limit guards against hangs; it is not a measurement.
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('with the key %s is refused', (key) => {
    expect(parsing(`${stringify(VALID)}${key} = "x"\n`)).toThrow(
      refusal(expect.stringContaining(`:5: '${key}' is not a key of a capability`)),
    );
    expect({}).not.toHaveProperty('x');
  });

  it('with a name that cannot be typed is refused', () => {
    expect(parsing(stringify({ ...VALID, name: 'my commit' }))).toThrow(
      refusal(expect.stringMatching(/^caps\/commit\.toml:1: the name "my commit"/)),
    );
  });
});

describe('findKeyLine', () => {
  it('finds a key anywhere, whatever texts come before it', () => {
    const entries = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()), { maxLength: 6 });
    fc.assert(
      fc.property(entries, (given) => {
        const lines = [...new Map(given)].map(
          ([key, text]) => `other_${key} = """\nwanted = 1\n${JSON.stringify(text).slice(1, -1)}"""`,
        );
        const before = lines.join('\n');
        const toml = `${before}${before && '\n'}wanted = true\n`;
        expect(findKeyLine(toml, 'wanted')).toBe(before === '' ? 1 : before.split('\n').length + 1);
      }),
    );
  });
});
