import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkInstalled, loadFailure } from './load-package.js';

describe('loadFailure', () => {
  it.each([
    ['Node', "Cannot find package 'openai' imported from /app/index.js", 'ERR_MODULE_NOT_FOUND'],
    ['webpack', "Cannot find module 'openai'", 'MODULE_NOT_FOUND'],
    ['Vite', 'Could not resolve "openai" imported by "@toolwright/llm". Is it installed?', undefined],
  ])('names the command that installs a missing SDK: %s', (_, message, code) => {
    expect(loadFailure('openai', Object.assign(new Error(message), { code }))).toMatchObject({
      code: 'MISSING_PACKAGE',
      blame: 'developer',
      message: "The package 'openai' is not installed. Run: npm install openai",
      hint: 'Run: npm install openai',
    });
  });

  it('does not hide that a package which is there cannot be loaded', () => {
    const other = Object.assign(new Error("Cannot find package 'left-pad' imported from /openai.js"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    expect(loadFailure('openai', other)).toBe(other);
  });
});

describe('checkInstalled', () => {
  let folder: string;
  let from: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    from = pathToFileURL(join(folder, 'node_modules/@toolwright/llm/dist/index.js')).href;
    await mkdir(join(folder, 'node_modules/@toolwright/llm/dist'), { recursive: true });
    await writeFile(join(folder, 'node_modules/@toolwright/llm/dist/index.js'), '');
    const sdk = join(folder, 'node_modules', 'there');
    await mkdir(sdk, { recursive: true });
    const manifest = { name: 'there', type: 'module', exports: { default: './index.js' } };
    await writeFile(join(sdk, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(sdk, 'index.js'), 'throw new Error("loaded");');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('names the command that installs a package which is not there', () => {
    expect(() => checkInstalled('ollama', from)).toThrow(
      expect.objectContaining({
        code: 'MISSING_PACKAGE',
        blame: 'developer',
        message: "The package 'ollama' is not installed. Run: npm install ollama",
      }),
    );
  });

  it('finds an installed package without loading it', () => {
    expect(() => checkInstalled('there', from)).not.toThrow();
  });

  it('waits for the first use if the modules were bundled', () => {
    expect(() => checkInstalled('ollama', pathToFileURL(join(folder, 'dist/server.js')).href)).not.toThrow();
    expect(() => checkInstalled('ollama', undefined)).not.toThrow();
    // Where the module was on the machine that bundled it.
    const elsewhere = 'file:///build/node_modules/@toolwright/llm/dist/index.js';
    expect(() => checkInstalled('ollama', elsewhere)).not.toThrow();
  });
});
