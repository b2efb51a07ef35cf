import { describeUnknown, suggestName } from '@toolwright/contract';
import { createScratch, PROJECT_FILES, removeScratch, runCli } from './cli.test.support.js';

const TOOLS = `import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   *
   * For some days ahead.
   * @param city City name
   */
  @tool
  forecast(city: string, days = 1): number {
    return city.length + days;
  }
}

/** Calculate tax. */
export const calculateTax = tool((amount: number, rate?: number): void => { void [amount, rate]; });
`;
const TWINS = `import { tool } from 'toolwright';

export class Files {
  /** Search files. */
  @tool
  search(glob: string): string[] { return [glob]; }
}

export class Web {
  /** Search the web. */
  @tool
  search(query: string): string[] { return [query]; }
}
`;
const RESOURCES = `import { resource } from 'toolwright';

export class Handbook {
  /** A page. */
  @resource('handbook://pages/{slug}', { mimeType: 'text/markdown' })
  page(slug: string): string { return slug; }
}
`;
const BROKEN = `import { tool } from 'toolwright';

/** Call back later. */
export const later = tool((callback: () => void): void => callback());
`;

const TAX = {
  name: 'calculateTax',
  description: 'Calculate tax.',
  parameters: {
    type: 'object',
    properties: { amount: { type: 'number' }, rate: { type: 'number' } },
    required: ['amount'],
    additionalProperties: false,
  },
};
const FORECAST = {
  name: 'forecast',
  description: 'Weather forecast for a city.\n\nFor some days ahead.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'City name' }, days: { type: 'number', default: 1 } },
    required: ['city'],
    additionalProperties: false,
  },
  output: { type: 'number' },
};

const create = (source: string) => createScratch({ ...PROJECT_FILES, 'src/tools.ts': source });
const folder = create(TOOLS);
const twins = create(TWINS);
const broken = createScratch({ ...PROJECT_FILES, 'src/tools.ts': TOOLS, 'src/broken.ts': BROKEN });
const empty = create('export const x = 1;');
afterAll(removeScratch);

const run = (cwd: string, ...args: string[]) => runCli(args, { cwd });

describe('toolwright list', () => {
  it('prints name, place and the first line of the description', async () => {
    expect(await run(folder, 'list')).toEqual({
      code: 0,
      stdout:
        'calculateTax  src/tools.ts:17  Calculate tax.\nforecast      src/tools.ts:11  Weather forecast for a city.\n',
      stderr: '',
    });
  });

  it('truncates its lines at the width of a terminal', async () => {
    let stdout = '';
    const terminal = { isTTY: true, columns: 40, write: (text: string) => (stdout += text) };
    await runCli(['list'], { cwd: folder, stdout: terminal });
    expect(stdout.split('\n')[1]).toBe('forecast      src/tools.ts:11  Weather …');
  });

  it.each([[['--json']], [['--format', 'json']]])(
    '%j prints an array of what `schema` prints',
    async (args) => {
      const { code, stdout, stderr } = await run(folder, 'list', ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual([TAX, FORECAST]);
    },
  );

  it('prints resources after the tools, or alone', async () => {
    const both = createScratch({ ...PROJECT_FILES, 'src/tools.ts': TOOLS, 'src/handbook.ts': RESOURCES });
    const row = 'handbook://pages/{slug}  src/handbook.ts:6  A page.\n';
    expect((await run(both, 'list')).stdout).toMatch(/^calculateTax .+\nforecast .+\nhandbook:\/\/pages/);
    expect((await run(both, 'list', '--resources')).stdout).toBe(row);
    expect(JSON.parse((await run(both, 'list', '--json')).stdout)).toEqual([TAX, FORECAST]);
    expect(JSON.parse((await run(both, 'list', '--resources', '--json')).stdout)).toEqual([
      {
        name: 'page',
        uri: 'handbook://pages/{slug}',
        description: 'A page.',
        mimeType: 'text/markdown',
        parameters: {
          type: 'object',
          properties: { slug: { type: 'string' } },
          required: ['slug'],
          additionalProperties: false,
        },
      },
    ]);
    expect((await run(folder, 'list', '--resources')).stderr).toContain('No resources.');
    const { stdout } = await run(both, 'codegen');
    expect(stdout).toContain('src/toolwright.gen.ts, 2 tools and 1 resource');
  });

  it('explains what to do if there are no tools', async () => {
    const { stdout, stderr } = await run(empty, 'list');
    expect(stdout).toBe('');
    expect(stderr).toContain('No tools. Mark a method with @tool, or wrap a function in tool(…).\n');
    expect(JSON.parse((await run(empty, 'list', '--json')).stdout)).toEqual([]);
  });

  it('adds the class to a name that repeats', async () => {
    const { stdout } = await run(twins, 'list');
    expect(stdout).toBe(
      'Files.search  src/tools.ts:6   Search files.\nWeb.search    src/tools.ts:12  Search the web.\n',
    );
  });

  it('lists valid tools despite errors, and fails', async () => {
    const { code, stdout, stderr } = await run(broken, 'list');
    expect(code).toBe(1);
    expect(stdout).toContain('calculateTax');
    expect(stdout).not.toContain('later');
    expect(stderr).toMatch(/^src\/broken\.ts:4:\d+ - error TW\d{4}: /);
  });
});

describe('toolwright schema', () => {
  it('prints one tool', async () => {
    const { code, stdout, stderr } = await run(folder, 'schema', 'forecast');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(FORECAST);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['name', 'description', 'parameters', 'output']);
  });

  it('--all prints an object by name', async () => {
    const { code, stdout } = await run(folder, 'schema', '--all');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ calculateTax: TAX, forecast: FORECAST });
  });

  it('accepts Class.method, and asks for it if a name repeats', async () => {
    expect(JSON.parse((await run(folder, 'schema', 'Weather.forecast')).stdout)).toEqual(FORECAST);
    expect(JSON.parse((await run(twins, 'schema', 'Web.search')).stdout).description).toBe('Search the web.');
    expect(await run(twins, 'schema', 'search')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "error UNKNOWN_TOOL: Several tools are named 'search'.\n  fix: Use one of: Files.search, Web.search.\n",
    });
    expect(Object.keys(JSON.parse((await run(twins, 'schema', '--all')).stdout))).toEqual([
      'Files.search',
      'Web.search',
    ]);
  });

  it('--provider prints the schema that a provider gets', async () => {
    const { code, stdout } = await run(folder, 'schema', 'calculateTax', '--provider', 'openai');
    const alias = await run(folder, 'schema', 'calculateTax', '--dialect', 'openai');
    expect(alias).toEqual(expect.objectContaining({ code, stdout }));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(TAX);
  });

  it('refuses an unknown dialect, and lists the known ones', async () => {
    const { code, stderr } = await run(folder, 'schema', '--all', '--dialect', 'openia');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error USAGE: .*'openia'.*\n {2}fix: .*'openai'.* json-schema, openai.*\.\n$/);
  });

  it('requires either a tool or --all', async () => {
    expect((await run(folder, 'schema')).code).toBe(2);
    expect((await run(folder, 'schema', 'forecast', '--all')).code).toBe(2);
  });

  it('refuses an unknown tool, and lists the known ones', async () => {
    expect(await run(folder, 'schema', 'forcast')).toEqual({
      code: 1,
      stdout: '',
      stderr: `error UNKNOWN_TOOL: ${describeUnknown('Tool', 'forcast', []).problem}\n  fix: ${suggestName('forcast', ['calculateTax', 'forecast'])}\n`,
    });
    expect((await run(empty, 'schema', 'x')).stderr).toContain('fix: No tools are available.\n');
  });
});
