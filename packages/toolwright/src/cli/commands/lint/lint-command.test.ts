import { createScratch, PROJECT_FILES, removeScratch, runCli, writeFiles } from '../../cli.test.support.js';
import { loadTokenizer } from './count-tokens.js';

const TOOLS = `import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   * @param city City name, e.g. "Oslo"
   * @param days Days ahead, defaults to 3
   */
  @tool
  forecast(city: string, days = 1): string {
    return city + days;
  }

  /** Warnings for a city. */
  @tool
  alerts(city: string): string[] {
    return [city];
  }
}
`;

afterAll(removeScratch);
const create = (config?: unknown, source = TOOLS) =>
  createScratch({
    ...PROJECT_FILES,
    'package.json': JSON.stringify({ name: 'scratch', type: 'module', toolwright: config }),
    'src/tools.ts': source,
  });
const importTokenizer = () => import('gpt-tokenizer/encoding/o200k_base');
const lint = (folder: string, ...args: string[]) => runCli(['lint', ...args], { cwd: folder });

// G5
describe('toolwright lint', () => {
  const folder = create();

  it('prints tokens and findings, and fails after an error', async () => {
    const { code, stdout, stderr } = await lint(folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^tokens {4}openai {2}anthropic {2}gemini\nforecast +\d+ +\d+ +\d+ {2}src\/tools\.ts:10\nalerts .*\n2 tools .*o200k_base\n\n$/,
    );
    expect(stderr).toContain('src/tools.ts:10:26 - error TW5006: The text says that the default is `3`');
    expect(stderr).toContain('src/tools.ts:16:10 - warning TW5003: The parameter `city` has no description.');
    expect(stderr).toMatch(/\n1 error, 1 warning\.\n$/);
  });

  it('counts what a provider is sent, with a real tokenizer', async () => {
    const { stdout } = await lint(folder, '--format', 'json', '--provider', 'openai');
    const { tools, totals, encoding } = JSON.parse(stdout);
    const countTokens = await loadTokenizer({ importTokenizer });
    const wire =
      '{"type":"function","function":{"name":"alerts","description":"Warnings for a city.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}}';
    expect(tools[0]).toEqual({
      name: 'alerts',
      file: 'src/tools.ts',
      line: 16,
      tokens: { openai: countTokens(wire) },
    });
    expect(totals.openai).toBe(tools[0].tokens.openai + tools[1].tokens.openai);
    expect(encoding).toBe('o200k_base');
  });

  it.each([
    ['github', /^::error file=src\/tools\.ts,.*title=TW5006::/],
    ['sarif', /"ruleId": "TW5006"/],
  ])('prints the findings as %s', async (format, expected) => {
    expect((await lint(folder, '--format', format)).stdout).toMatch(expected);
  });

  it('fails over the budgets of the command line, which win over package.json', async () => {
    const configured = create({
      lint: { providers: ['mcp'], budget: { tool: 5, registry: 10 }, failOn: 'never' },
    });
    const found = await lint(configured);
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(/^tokens +mcp\n/);
    expect(found.stderr).toMatch(/TW5002: 2 tools take \d+ tokens for mcp; the budget is 10\./);
    const wide = await lint(configured, '--budget', '9000', '--tool-budget', '9000');
    expect(wide.stderr).not.toMatch(/TW500[12]/);
    expect((await lint(configured, '--fail-on', 'error')).code).toBe(1);
  });

  it('checks all but tokens without the tokenizer, and fails if there is a budget', async () => {
    const missing = Object.assign(new Error("Cannot find package 'gpt-tokenizer' imported from x.js"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const without = (cwd: string, ...args: string[]) =>
      runCli(['lint', ...args], { cwd, importTokenizer: () => Promise.reject(missing) });
    const unlimited = await without(folder);
    expect(unlimited.stdout).not.toContain('tokens');
    expect(unlimited.stderr).toMatch(
      /^Tokens are not counted: gpt-tokenizer is not installed\. Run `npm install --save-dev gpt-tokenizer`\.\n/,
    );
    expect(unlimited.stderr).toContain('TW5006');
    const configured = create({ lint: { budget: { tool: 5 } } });
    for (const limited of [without(folder, '--budget', '9000'), without(configured)]) {
      expect(await limited).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'error MISSING_PACKAGE: This command needs gpt-tokenizer, which is not installed.\n  fix: Run `npm install --save-dev gpt-tokenizer`.\n',
      });
    }
  });

  it('fails after warnings on request', async () => {
    const source = TOOLS.replace(', defaults to 3', '');
    const strict = create({ lint: { failOn: 'warning' } }, source);
    expect((await lint(strict)).code).toBe(1);
    expect((await lint(strict, '--fail-on', 'error')).code).toBe(0);
  });

  it.each([
    [{ lint: { budgets: {} } }, 'toolwright.lint has an unknown member "budgets".'],
    [{ lint: { budget: { tool: -1 } } }, 'toolwright.lint.budget.tool is -1.'],
    [{ lint: { budget: { __proto__x: 1 } } }, 'toolwright.lint.budget has an unknown member "__proto__x".'],
    [{ lint: { failOn: 'always' } }, 'toolwright.lint.failOn is "always".'],
    [{ lint: [] }, 'toolwright.lint is [].'],
  ])('refuses the settings %j', async (config, message) => {
    const { code, stderr } = await lint(create(config));
    expect(code).toBe(1);
    expect(stderr).toContain('error INVALID_CONFIG: ');
    expect(stderr).toContain(message);
  });

  it.each(['{ "name": ', '[]', ''])('reports the damaged package.json %j', async (text) => {
    const damaged = createScratch({ ...PROJECT_FILES, 'src/tools.ts': TOOLS, 'package.json': text });
    const { code, stderr } = await lint(damaged);
    expect(code).toBe(1);
    expect(stderr).toContain('error INVALID_CONFIG: ');
  });

  it('refuses an unknown provider and a budget that is no number', async () => {
    expect((await lint(folder, '--provider', 'openia')).code).toBe(2);
    expect((await lint(folder, '--budget', '0')).code).toBe(2);
  });
});

describe('counting tokens', () => {
  it('takes linear time for words, spaces and signs without a break', async () => {
    const countTokens = await loadTokenizer({ importTokenizer });
    for (const unit of ['a', ' ', '漢', '!@', '\n', '/\n', '👩‍👩‍👧', 'é'])
      expect(countTokens(unit.repeat(100_000))).toBeGreaterThan(500);
  });

  it('reads special tokens as text', async () => {
    const countTokens = await loadTokenizer({ importTokenizer });
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });
});

// M9
describe('toolwright lint --directory', () => {
  const refused = async (folder: string, ...args: string[]) => {
    const { code, stdout } = await lint(folder, '--format', 'json', ...args);
    const found: { code: string; tool: string; message: string }[] = JSON.parse(stdout).diagnostics;
    return { code, found: found.filter((one) => one.code === 'TW5017').map(({ message }) => message) };
  };
  const source = `import { tool } from 'toolwright';
/** Adds two numbers to each other. @param a One. @param b Other. */
export const add = tool(function add(a: number, b: number) { return a + b; });
`;

  it('lists the tools that a directory would refuse', async () => {
    const folder = create(undefined, source);
    expect(await refused(folder)).toEqual({ code: 0, found: [] });
    const both = await refused(folder, '--directory', 'anthropic', 'openai');
    expect(await refused(folder, '--directory', 'anthropic,openai')).toEqual(both);
    expect(both).toEqual({
      code: 1,
      found: [
        'The directory of Anthropic would refuse `add`, which lacks `title`, `readOnly` and `destructive`.',
        'The directory of OpenAI would refuse `add`, which lacks `readOnly`, `destructive` and `openWorld`.',
      ],
    });
  });

  it('counts proved hints, and reads the directories from package.json', async () => {
    const folder = create({ lint: { directories: ['openai'] } }, source);
    expect((await refused(folder)).found).toHaveLength(1);
    writeFiles(folder, { 'toolwright.config.json': '{ "hints": "proved" }' });
    expect(await refused(folder)).toEqual({ code: 0, found: [] });
    expect((await refused(folder, '--directory', 'anthropic')).found).toEqual([
      'The directory of Anthropic would refuse `add`, which lacks `title`.',
    ]);
  });

  it('refuses an unknown directory', async () => {
    const given = await lint(create(), '--directory', 'elsewhere');
    expect([given.code, given.stderr]).toEqual([2, expect.stringContaining('anthropic, openai')]);
    const set = await lint(create({ lint: { directories: ['elsewhere'] } }));
    expect(set.code).toBe(1);
    expect(set.stderr).toContain('It must be a list of these: anthropic, openai.');
  });
});
