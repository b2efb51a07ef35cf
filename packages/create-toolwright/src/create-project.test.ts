import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from './create-project.js';
import { TEMPLATE_NAMES, TEMPLATES, type Template, TOOL_CHAIN } from './templates.js';

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'create-toolwright-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;
function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = path.join(scratch, `project-${++count}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
const create = (folder: string) => createProject({ folder, version: '1.2.3' });

/** Every file below a folder with its text. */
function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

describe('a new project', () => {
  it.each(TEMPLATE_NAMES)('has everything that the template %s needs', (template) => {
    const folder = path.join(project(), 'deep', 'My App!');
    createProject({ folder, template, version: '1.2.3' });
    const { name, type, scripts, dependencies, devDependencies } = JSON.parse(read(folder, 'package.json'));
    expect({ name, type }).toEqual({ name: 'my-app', type: 'module' });
    expect(scripts).toEqual(TEMPLATES[template].scripts);
    expect(Object.keys(dependencies)).toEqual(TEMPLATES[template].packages);
    expect(dependencies.toolwright).toBe('^1.2.3');
    const { devPackages = [] }: Template = TEMPLATES[template];
    const tools = ['@toolwright/codegen', ...devPackages].map((name) => [name, '^1.2.3']);
    expect(devDependencies).toEqual({ ...Object.fromEntries(tools), ...TOOL_CHAIN });
    for (const file of ['tsconfig.json', '.gitignore', ...TEMPLATES[template].sources]) {
      expect(existsSync(path.join(folder, file))).toBe(true);
    }
  });

  it('uses the tool chain that the repository tests', () => {
    const workspace = readFileSync(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8');
    const { concurrently: _, ...tested } = TOOL_CHAIN;
    for (const [name, range] of Object.entries(tested)) {
      expect(workspace).toMatch(
        new RegExp(`^ {2}"?${name}"?: ${range.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`, 'm'),
      );
    }
  });

  it('stays unchanged when it is created again', () => {
    const folder = project();
    create(folder);
    const before = snapshot(folder);
    const { done } = create(folder);
    expect(snapshot(folder)).toEqual(before);
    expect(done).toEqual(
      expect.arrayContaining(['tsconfig.json: kept', 'src/tools.ts: kept', 'src/main.ts: kept']),
    );
  });

  it('completes an earlier attempt that stopped half-way', () => {
    const folder = project();
    create(folder);
    rmSync(path.join(folder, 'src/main.ts'));
    expect(create(folder).done).toContain('src/main.ts: written');
  });
});

describe('an existing project', () => {
  it.each([
    [
      'an import of tool',
      "import { tool, type ToolContext } from 'toolwright';\nexport const one = tool(() => 1);\n",
    ],
    ['the JSDoc tag', '/**\n * Does it.\n * @tool\n */\nexport function one(): void {}\n'],
  ])('with %s gets scripts and no program', (_mark, text) => {
    const folder = project({ 'package.json': '{}', 'src/deep/one.ts': text, 'src/a.ts': '// a tool' });
    const { done } = create(folder);
    expect(done).toContain('src/tools.ts: not written because src/deep/one.ts has tools');
    expect(existsSync(path.join(folder, 'src/main.ts'))).toBe(false);
    expect(Object.keys(JSON.parse(read(folder, 'package.json')).scripts)).toEqual([
      'codegen',
      'codegen:check',
    ]);
  });

  it('keeps every file, script and dependency that it has', () => {
    const before = {
      'package.json': JSON.stringify({
        scripts: { codegen: 'mine', test: 'jest' },
        dependencies: { toolwright: 'file:vendor/toolwright.tgz' },
        devDependencies: { typescript: '5.9.3' },
      }),
      'src/main.ts': 'mine',
      'tsconfig.json': '{}',
    };
    const folder = project(before);
    const { done } = create(folder);
    expect(done).toContain('package.json: kept the script "codegen": "mine"');
    expect(done).toContain('tsconfig.json: add "node" to "types", because the program uses process.env');
    const { type, ...content } = JSON.parse(read(folder, 'package.json'));
    expect(type).toBeUndefined();
    expect(content).toEqual({
      scripts: {
        codegen: 'mine',
        test: 'jest',
        'codegen:check': 'toolwright codegen --check',
        quickstart: 'toolwright codegen && tsx src/quickstart/main.ts',
        'quickstart:dev': expect.stringContaining('"tsx watch src/quickstart/main.ts"'),
        'quickstart:studio': expect.stringContaining('--agent src/quickstart/agent.ts#agent'),
      },
      dependencies: { toolwright: 'file:vendor/toolwright.tgz' },
      devDependencies: {
        ...TOOL_CHAIN,
        typescript: '5.9.3',
        '@toolwright/codegen': '^1.2.3',
        '@toolwright/studio': '^1.2.3',
      },
    });
    expect(read(folder, 'src/main.ts')).toBe('mine');
    expect(read(folder, 'tsconfig.json')).toBe('{}');
  });

  it.each(TEMPLATE_NAMES)('with its own tsconfig runs %s whatever tsc emits', (template) => {
    const folder = project({
      'package.json': '{}',
      'tsconfig.json': '{ "compilerOptions": { "noEmit": true } }',
    });
    const { done } = createProject({ folder, template, version: '1.2.3' });
    expect(done).toEqual(expect.arrayContaining(['tsconfig.json: kept', 'src/main.ts: written']));
    const { scripts } = JSON.parse(read(folder, 'package.json'));
    expect(scripts).toEqual(TEMPLATES[template].scriptsOfOwnConfig);
    expect(Object.values(scripts).filter((script) => /\btsc\b|\bdist\b/.test(String(script)))).toEqual([]);
    expect(createProject({ folder, template, version: '1.2.3' }).done).not.toContainEqual(
      expect.stringContaining('kept the script "start"'),
    );
  });

  it.each(TEMPLATE_NAMES)('with its own src/main.ts gets %s in a separate folder', (template) => {
    const folder = project({ 'package.json': '{"type":"module"}', 'src/main.ts': 'mine' });
    const options = { folder, template, version: '1.2.3' };
    const { done, steps } = createProject(options);
    expect(read(folder, 'src/main.ts')).toBe('mine');
    const files = readdirSync(path.join(folder, 'src', template)).map((name) => `src/${template}/${name}`);
    expect(done).toEqual(expect.arrayContaining(files.map((file) => `${file}: written`)));
    expect(files).toHaveLength(TEMPLATES[template].sources.length);
    for (const file of files) {
      for (const [, name = ''] of read(folder, file).matchAll(/from '(\.[^']+)\.js'/g)) {
        const imported = path.join(folder, path.dirname(file), `${name}.ts`);
        expect(imported === path.join(folder, 'src/toolwright.gen.ts') || existsSync(imported)).toBe(true);
      }
    }
    const { scripts } = JSON.parse(read(folder, 'package.json'));
    const offered = /npm run (\S+studio)/.exec(read(folder, `src/${template}/main.ts`))?.[1];
    expect(offered).toBe(template === 'mcp-server' ? undefined : `${template}:studio`);
    if (offered !== undefined) expect(scripts).toHaveProperty([offered]);
    expect(scripts[template]).toMatch(new RegExp(`^toolwright codegen .*&& tsx src/${template}/main\\.ts$`));
    expect(scripts).not.toHaveProperty('start');
    expect(steps.join('\n')).toContain(`npm run ${template} `);
    const before = snapshot(folder);
    createProject(options);
    expect(snapshot(folder)).toEqual(before);
  });

  it.each(['src/mine.ts', 'src/main.ts'])(
    'with tools in %s is told that node10 does not find the types',
    (file) => {
      const folder = project({
        'package.json': '{}',
        'tsconfig.json': '{ "compilerOptions": { "moduleResolution": "node10", "types": [] } }',
        [file]: 'export class Jobs {\n  /** Do it. @tool */\n  run(): void {}\n}\n',
      });
      const { done } = create(folder);
      expect(done.filter((line) => line.startsWith('tsconfig.json'))).toEqual([
        'tsconfig.json: kept',
        expect.stringContaining(
          'set "moduleResolution" to "nodenext" or "bundler", because "node10" does not find',
        ),
      ]);
    },
  );

  it('whose program was edited does not get it a second time', () => {
    const folder = project();
    create(folder);
    writeFileSync(path.join(folder, 'src/main.ts'), '// mine now');
    expect(create(folder).done).toContain('src/tools.ts: not written because src/main.ts exists');
    expect(existsSync(path.join(folder, 'src/quickstart'))).toBe(false);
  });

  it('is told to run the program itself if npm start is taken', () => {
    const own = { start: 'node server.js', dev: 'vite', 'codegen:check': 'mine' };
    const folder = project({ 'package.json': JSON.stringify({ scripts: own }) });
    const { steps } = create(folder);
    expect(steps).toEqual([
      'npm install                    installs the dependencies',
      'npm run codegen                writes src/toolwright.gen.ts; commit it',
      'npx tsx src/main.ts            calls a tool, then lets an agent call another',
      'npm run studio                 opens a page with the tools and the runs of the agent',
      'npx toolwright codegen --check in CI: fails if src/toolwright.gen.ts is stale',
    ]);
    expect(JSON.parse(read(folder, 'package.json')).scripts).toMatchObject(own);
  });

  it('with its own script build does not run it by npm start', () => {
    const folder = project({ 'package.json': '{ "scripts": { "build": "vite build" } }' });
    create(folder);
    const { build, start } = JSON.parse(read(folder, 'package.json')).scripts;
    expect({ build, start }).toEqual({
      build: 'vite build',
      start: 'toolwright codegen && tsx src/main.ts',
    });
  });

  it('keeps every character of its package.json beside the additions', () => {
    const text =
      '{\n  "name": "x",\n  "build": { "n": 12345678901234567890, "m": 1.10, "e": 1E400, "t": "\\u00e9\\/" },\n\n  "files": ["a",   "b"]\n}\n';
    const folder = project({ 'package.json': text });
    create(folder);
    const after = read(folder, 'package.json');
    expect(after.startsWith(text.replace(/\n\}\n$/, ','))).toBe(true);
    expect(JSON.parse(after).scripts.codegen).toBe('toolwright codegen');
  });

  it.each([
    ['tabs', '{\n\t"name": "x"\n}\n', /^\{\n\t"name": "x",\n\t"scripts": \{\n\t\t"codegen"[\s\S]*\n\}\n$/],
    [
      'four spaces, no line break at the end',
      '{\n    "name": "x"\n}',
      /^\{\n {4}"name": "x",\n {4}"scripts[^\r]*\n\}$/,
    ],
    [
      'CRLF and a byte order mark',
      '\uFEFF{\r\n  "name": "x"\r\n}\r\n',
      /^\uFEFF\{\r\n {2}"name": "x",\r\n[\s\S]*\r\n\}\r\n$/,
    ],
  ])('keeps the style of its package.json: %s', (_style, text, expected) => {
    const folder = project({ 'package.json': text });
    create(folder);
    expect(read(folder, 'package.json')).toMatch(expected);
  });

  it('keeps a package.json that is a symbolic link', () => {
    const folder = project({ 'real.json': '{}' });
    symlinkSync('real.json', path.join(folder, 'package.json'));
    create(folder);
    expect(read(folder, 'real.json')).toContain('toolwright codegen');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('looks for tools in files of any size and shape in time that grows with their size', () => {
    const flood = '{ tool import { tool '.repeat(200_000);
    const folder = project({
      'package.json': '{}',
      'src/flood.ts': flood,
      'src/stars.ts': '*'.repeat(500_000),
    });
    expect(create(folder).done).toContain('src/main.ts: written');
  });
});

describe('what it refuses', () => {
  it.each(['{ "name": ', '[]', 'null', '"x"'])('a package.json that holds %s', (text) => {
    const folder = project({ 'package.json': text });
    expect(() => create(folder)).toThrow(expect.objectContaining({ code: 'INVALID_PROJECT' }));
    expect(snapshot(folder)).toEqual({ [path.join(folder, 'package.json')]: text });
  });

  it.each([
    ['scripts', '"npm test"'],
    ['scripts', '["test"]'],
    ['devDependencies', 'null'],
  ])('a package.json whose %s are %s', (key, value) => {
    const text = `{ "${key}": ${value} }`;
    const folder = project({ 'package.json': text });
    expect(() => create(folder)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PROJECT',
        message: `${path.join(folder, 'package.json')} is broken: "${key}" is ${value}, not an object`,
      }),
    );
    expect(snapshot(folder)).toEqual({ [path.join(folder, 'package.json')]: text });
  });

  // H6
  it.each<[string, string, (place: string) => void, string]>([
    [
      'a src that is a file',
      'src',
      (place) => writeFileSync(place, ''),
      'is not a folder; src/tools.ts must be',
    ],
    [
      'a link to a tsconfig.json that is gone',
      'tsconfig.json',
      (place) => symlinkSync('gone', place),
      'broken symbolic link',
    ],
    [
      'a link to a package.json that is gone',
      'package.json',
      (place) => symlinkSync('gone', place),
      'broken symbolic link',
    ],
    ['a link from a src to itself', 'src', (place) => symlinkSync('src', place), 'broken symbolic link'],
    ['a tsconfig.json that is a folder', 'tsconfig.json', (place) => mkdirSync(place), 'is a folder'],
  ])('%s before it writes anything', (_, name, obstruct, reason) => {
    for (const files of [{}, { 'package.json': '{}' }]) {
      const folder = project(name in files ? {} : files);
      obstruct(path.join(folder, name));
      const before = readdirSync(folder);
      expect(() => create(folder)).toThrow(
        expect.objectContaining({
          code: 'OUTPUT_FAILED',
          message: expect.stringMatching(
            new RegExp(
              `^${path.join(folder, name)} is .*${reason.replace(/^is /, '')}.*Nothing was written\\.$`,
            ),
          ),
          hint: expect.not.stringContaining('permissions'),
        }),
      );
      expect(readdirSync(folder)).toEqual(before);
    }
  });

  // Opening a pipe waits for a writer.
  it('a package.json that is a pipe, and ignores sources that are pipes', () => {
    const folder = project();
    execFileSync('mkfifo', [path.join(folder, 'package.json')]);
    expect(() => create(folder)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PROJECT',
        message: expect.stringContaining('it is not a file'),
      }),
    );
    rmSync(path.join(folder, 'package.json'));
    mkdirSync(path.join(folder, 'src'));
    for (const name of ['tsconfig.json', 'src/main.ts', 'src/one.ts'])
      execFileSync('mkfifo', [path.join(folder, name)]);
    expect(create(folder).done).toEqual(
      expect.arrayContaining(['tsconfig.json: kept', 'src/quickstart/main.ts: written']),
    );
  });
});
