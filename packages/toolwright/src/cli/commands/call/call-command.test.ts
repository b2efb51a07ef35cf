import { describeUnknown, suggestName } from '@toolwright/contract';
import { type Secret, secret } from '@toolwright/redaction';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

const REGISTRY = `
  const tools = {
    forecast: async ({ city }) => ({ result: { city, celsius: [12] }, error: null }),
    nothing: async () => ({ result: null, error: null }),
    broken: async () => ({ result: null, error: "No city 'Olso'." }),
    chatty: async (args, { onLog, onProgress }) => {
      console.log('printed %s', 'by the tool');
      console.error('complained');
      onLog('asking the service');
      onLog('asked', { tries: 2 });
      onProgress({ done: 1 });
      return { result: 'x', error: null };
    },
  };
  export const registry = {
    listTools: () => Object.keys(tools).map((name) => ({ name })),
    execute: (name, args, execution) => tools[name](args, execution),
  };
  export const strict = {
    ...registry,
    validate: (name, json) => (JSON.parse(json).city ? { ok: true, value: {} } : { ok: false, message: 'city is missing.' }),
  };
  export const createRegistry = async () => registry;
  export const failing = () => { throw new Error('no database'); };
  export const empty = { listTools: () => [], execute: registry.execute };
  export const notARegistry = { listTools: [] };
  export default { registry };
`;

const folder = createScratch({
  'package.json': '{ "type": "module" }',
  'dist/tools.js': REGISTRY,
  'dist/users.js': `
    const needsContext = true;
    export const registry = {
      listTools: () => [{ name: 'who', needsContext }],
      execute: async (name, args, { context }) => ({ result: 'user ' + context.id, error: null }),
    };
    export const user = { id: 7 };
    export const createUser = async () => ({ id: 8 });
    export const nobody = () => undefined;
    export let later;
  `,
  'dist/renamed.js': `
    export const registry = {
      listTools: () => [{ name: 'purge', was: { tool: ['erase'] } }],
      execute: async (name) => ({ result: name + ' done', error: null }),
    };
  `,
  'dist/length.js': `
    export const registry = {
      listTools: () => [{ name: 'length' }],
      execute: async (name, { text }) => ({ result: text.length, error: null }),
    };
  `,
  'dist/broken.js': "throw new Error('boom at load');",
  'dist/syntax.js': 'export const = 1;',
  'dist/no-manifest.js': "import { manifest } from './toolwright.gen.js'; export const registry = manifest;",
  'dist/no-manifest.cjs': "exports.registry = require('./toolwright.gen');",
  'dist/late.js': "export const registry = () => import('./lib/tools.gen.js');",
  'dist/no-helper.js': "import './helper.js';",
  'dist/nothing.js': '',
  'dist/common.cjs': `exports.registry = { listTools: () => [{ name: 'one' }], execute: async () => ({ result: 1, error: null }) };`,
});
afterAll(removeScratch);

const call = (...args: string[]) => runCli(['call', ...args], { cwd: folder });
const failure = (code: number, stderr: string) => ({ code, stdout: '', stderr });

describe('toolwright call', () => {
  it('prints the result as JSON', async () => {
    expect(await call('forecast', '{"city":"Oslo"}', '--registry', 'dist/tools.js#registry')).toEqual({
      code: 0,
      stdout: '{\n  "city": "Oslo",\n  "celsius": [\n    12\n  ]\n}\n',
      stderr: '',
    });
  });

  it('does not give a tool the text of a secret', async () => {
    const kept: Secret<string> = secret('violet-otter-4711');
    const { stdout } = await call(
      'length',
      '{"text":"violet-otter-4711"}',
      '--registry',
      'dist/length.js#registry',
    );
    expect(stdout).toBe(`${String(kept).length}\n`);
  });

  // H1
  it('gives a tool the context that a module exports', async () => {
    const who = (...args: string[]) => call('who', '--registry', 'dist/users.js#registry', ...args);
    expect((await who('--context', 'dist/users.js#user')).stdout).toBe('"user 7"\n');
    expect((await who('--context', 'dist/users.js#createUser')).stdout).toBe('"user 8"\n');
    const fix = '  fix: Pass the module that exports the context: --context dist/context.js#context.\n';
    const missing = failure(1, `error MISSING_CONTEXT: 'who' needs a context.\n${fix}`);
    expect([await who(), await who('--context', 'dist/users.js#nobody')]).toEqual([missing, missing]);
    expect((await who('--context', 'dist/users.js#nothing')).stderr).toContain("has no export 'nothing'");
    expect((await who('--context', 'dist/users.js#later')).stderr).toBe(
      "error INVALID_CONFIG: The export 'later' in dist/users.js is undefined.\n" +
        '  fix: Give it a value, or use another export.\n',
    );
  });

  // F6
  it('calls a tool by a former name', async () => {
    const erased = await call('erase', '{}', '--registry', 'dist/renamed.js#registry');
    expect(erased).toEqual({ code: 0, stdout: '"erase done"\n', stderr: '' });
    expect((await call('wipe', '--registry', 'dist/renamed.js#registry')).stderr).toContain('UNKNOWN_TOOL');
  });

  it('needs no arguments for a tool without required ones', async () => {
    expect(await call('nothing', '--registry', './dist/tools.js#createRegistry')).toEqual({
      code: 0,
      stdout: 'null\n',
      stderr: '',
    });
  });

  it('keeps standard output for the result', async () => {
    const console = globalThis.console;
    expect(await call('chatty', '--registry', 'dist/tools.js#registry')).toEqual({
      code: 0,
      stdout: '"x"\n',
      stderr:
        'printed by the tool\ncomplained\nasking the service\nasked: {"tries":2}\nprogress: {"done":1}\n',
    });
    expect(globalThis.console).toBe(console);
  });

  it('fails with the message of the tool', async () => {
    expect(await call('broken', '--registry', 'dist/tools.js#registry')).toEqual(
      failure(1, "error TOOL_FAILED: No city 'Olso'.\n"),
    );
  });

  it('reads the exports of a CommonJS module', async () => {
    expect(await call('one', '--registry', 'dist/common.cjs#registry')).toEqual({
      code: 0,
      stdout: '1\n',
      stderr: '',
    });
  });
});

describe('toolwright call refuses', () => {
  it.each([
    [
      '{city:1}',
      /^error MALFORMED_ARGUMENTS: The arguments are not JSON: .*\n {2}fix: Pass them as one JSON object/,
    ],
    [
      '[1]',
      /^error MALFORMED_ARGUMENTS: The arguments must be an object with the parameter names as keys, not an array\.\n/,
    ],
    ['null', /^error MALFORMED_ARGUMENTS: The arguments must be an object .* not null/],
    ['"Oslo"', /^error MALFORMED_ARGUMENTS: The arguments must be an object .* not a string/],
  ])('arguments like %s', async (json, message) => {
    const { code, stdout, stderr } = await call('forecast', json, '--registry', 'dist/tools.js#registry');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('arguments that the tool refuses, with their own code', async () => {
    expect(await call('forecast', '{}', '--registry', 'dist/tools.js#strict')).toEqual(
      failure(1, 'error INVALID_ARGUMENTS: city is missing.\n'),
    );
    const { code } = await call('forecast', '{"city":"Oslo"}', '--registry', 'dist/tools.js#strict');
    expect(code).toBe(0);
  });

  it('an unknown tool, and lists the known ones', async () => {
    expect(await call('forcast', '--registry', 'dist/tools.js#registry')).toEqual(
      failure(
        1,
        `error UNKNOWN_TOOL: ${describeUnknown('Tool', 'forcast', []).problem}\n  fix: ${suggestName('forcast', ['forecast', 'nothing', 'broken', 'chatty'])}\n`,
      ),
    );
    expect((await call('x', '--registry', 'dist/tools.js#empty')).stderr).toContain(
      'No tools are available.',
    );
  });

  it.each(['dist/tools.js', 'dist/tools.js#', '#registry'])(
    '--registry %s as a usage error',
    async (reference) => {
      expect(await call('forecast', '--registry', reference)).toEqual(
        failure(
          2,
          `error USAGE: --registry ${reference} does not name a module and an export.\n  fix: Write <module>#<export>, e.g. dist/tools.js#registry.\n`,
        ),
      );
    },
  );

  it('an export that does not exist or is not a registry', async () => {
    expect((await call('x', '--registry', 'dist/tools.js#registri')).stderr).toBe(
      "error INVALID_CONFIG: dist/tools.js has no export 'registri'.\n" +
        '  fix: Its exports: createRegistry, default, empty, failing, notARegistry, registry, strict.\n',
    );
    expect((await call('x', '--registry', 'dist/nothing.js#registry')).stderr).toContain(
      'It exports nothing.',
    );
    expect((await call('x', '--registry', 'dist/tools.js#notARegistry')).stderr).toBe(
      "error INVALID_CONFIG: The export 'notARegistry' in dist/tools.js is not a ToolRegistry.\n" +
        '  fix: Export a ToolRegistry or a function without parameters that returns one.\n',
    );
  });

  it.each([
    [
      'dist/broken.js#registry',
      /dist\/broken\.js could not be loaded: Error: boom at load\n +at .*broken\.js/,
    ],
    ['dist/syntax.js#registry', /dist\/syntax\.js could not be loaded: .*SyntaxError/s],
    ['dist/tools.js#failing', /'failing' of dist\/tools\.js failed: Error: no database\n +at .*tools\.js/],
  ])('%s, with the place of the error in the project', async (reference, message) => {
    const { code, stderr } = await call('x', '--registry', reference);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('bug in Toolwright');
  });

  // M8
  it.each(['no-manifest.js', 'no-manifest.cjs', 'late.js'])(
    'a module that codegen has not written: %s',
    async (file) => {
      const { code, stderr } = await call('x', '--registry', `dist/${file}#registry`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error INVALID_CONFIG: .*Cannot find module '.*\.gen/);
      expect(stderr).toContain('\n  fix: Run `npx toolwright codegen`, which writes this module. ');
    },
  );

  it('another module that does not exist, without advice', async () => {
    const { stderr } = await call('x', '--registry', 'dist/no-helper.js#registry');
    expect(stderr).toMatch(/^error INVALID_CONFIG: .*Cannot find module '.*helper\.js'/);
    expect(stderr).not.toContain('fix:');
  });

  it('a file that does not exist', async () => {
    const { code, stderr } = await call('x', '--registry', 'dist/none.js#registry');
    expect(code).toBe(1);
    expect(stderr).toContain(`error INVALID_CONFIG: The file ${folder}/dist/none.js does not exist.\n`);
  });
});
