import { renameSync } from 'node:fs';
import path from 'node:path';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import type { CodegenRun } from '../codegen-run.js';
import { checkModules } from '../manifest/check-modules.js';
import { writeModules } from '../manifest/write-modules.js';
import { createSession } from '../watch/session.js';
import { createProver } from '../watch/watch-project.js';
import { generateWithEffects } from './generate-with-effects.js';

const bodies = sharedFiles('bodies');

const STORE = `import { readFileSync } from 'node:fs';
export function load(): string {
  return readFileSync('notes.txt', 'utf8');
}
`;
const WRITING = STORE.replace('return', "writeFileSync('log.txt', ''); return").replace(
  '{ readFileSync }',
  '{ readFileSync, writeFileSync }',
);
const NOTES = `import { tool } from 'toolwright';
import { load } from './store.js';

/** Notes. */
export class Notes {
  /** Finds notes. */
  @tool find(): string { return load(); }
  /** Says so itself. */
  @tool({ readOnly: true, openWorld: true }) stated(): string { return load(); }
  /** Runs what it is given. */
  @tool unclear(text: string): unknown { return JSON.parse(text).run(); }
}
`;

function create(files: Readonly<Record<string, string>> = {}, config = '{ "hints": "proved" }') {
  return createScratchProject({
    'node_modules/own/package.json': '{}',
    'toolwright.config.json': config,
    'src/store.ts': STORE,
    'src/notes.ts': NOTES,
    ...files,
  });
}

const run = (dir: string, cache = true): Promise<CodegenRun> =>
  generateWithEffects({ cwd: dir, cache }, bodies);

async function provedIn(found: CodegenRun): Promise<Readonly<Record<string, unknown>>> {
  const { tools } = await found.result();
  return Object.fromEntries(tools.map(({ name, proved }) => [name, proved]));
}

// M9
describe('a project with `hints: "proved"`', () => {
  it('gets the hints that the code proves and the source does not state', async () => {
    const { dir } = create();
    const found = await run(dir);
    expect(await provedIn(found)).toEqual({
      find: { readOnly: true, openWorld: false },
      stated: undefined,
      unclear: undefined,
    });
    const { output, tools } = await found.result();
    expect(output.match(/^ +proved: .*$/gm)).toEqual([
      '        proved: { readOnly: true, openWorld: false },',
    ]);
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      {},
      { readOnly: true, openWorld: true },
      {},
    ]);
  });

  it('gets none without the setting', async () => {
    const { dir } = create({}, '{}');
    expect(await provedIn(await run(dir))).toEqual({
      find: undefined,
      stated: undefined,
      unclear: undefined,
    });
  });

  it('is stale after an edit of another file that ends a proof, and the same with and without the cache', async () => {
    const project = create();
    await writeModules(await run(project.dir));
    expect(await checkModules(await run(project.dir))).toMatchObject({ ok: true });
    project.write('src/store.ts', WRITING);
    // `stated` is now wrong; the finding is the source's, not the proof's.
    project.write('src/notes.ts', NOTES.replace('readOnly: true, ', ''));
    const edited = await run(project.dir);
    const { ok, diff } = await checkModules(edited);
    expect(ok).toBe(false);
    expect(diff).toContain('-        proved: { readOnly: true, openWorld: false },');
    expect(diff).toContain('+        proved: { readOnly: false, openWorld: false },');
    const { output } = await edited.result();
    expect((await (await run(project.dir, false)).result()).output).toBe(output);
    await writeModules(edited);
    expect((await (await run(project.dir)).result()).output).toBe(output);
    project.write('src/store.ts', STORE);
    expect((await provedIn(await run(project.dir))).find).toEqual({ readOnly: true, openWorld: false });
  });

  it('is not read again while nothing changes', async () => {
    const { dir } = create({ 'src/notes.ts': NOTES.replace('readOnly: true, ', '') });
    let readings = 0;
    const onFilesFound = (): void => {
      readings += 1;
    };
    const next = () => generateWithEffects({ cwd: dir, onFilesFound }, bodies);
    await writeModules(await next());
    expect(readings).toBe(1);
    expect(await writeModules(await next())).toBe('unchanged');
    expect((await provedIn(await next())).find).toEqual({ readOnly: true, openWorld: false });
    expect(readings).toBe(1);
  });

  it('changes no line when its tools move', async () => {
    const project = create();
    const { output } = await (await run(project.dir)).result();
    project.write('src/notes.ts', `// A comment.\n${NOTES}`);
    expect((await (await run(project.dir)).result()).output).toBe(output);
  });

  it('takes up a changed setting, also from the cache', async () => {
    const project = create();
    const proved = await (await run(project.dir)).result();
    project.write('toolwright.config.json', '{}');
    const plain = await (await run(project.dir)).result();
    expect(plain.output).not.toContain('proved');
    project.write('toolwright.config.json', '{ "hints": "proved" }');
    expect((await (await run(project.dir)).result()).output).toBe(proved.output);
  });

  it('still has a contradicted hint reported, and gets no modules', async () => {
    const { dir } = create({ 'src/store.ts': WRITING });
    const found = await run(dir);
    expect(found.ok).toBe(false);
    expect(found.diagnostics).toMatchObject([{ code: 'TW6001', tool: 'stated' }]);
    await expect(writeModules(found)).rejects.toMatchObject({ code: 'CODEGEN_FAILED' });
  });

  it.each([['"prove"'], ['true'], ['["proved"]'], ['null']])('cannot have the setting %s', async (value) => {
    const { dir } = create({}, `{ "hints": ${value} }`);
    await expect(run(dir)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: `toolwright.config.json: \`hints\` must be "proved", not ${value}.`,
    });
  });

  it('has nothing proved for an interface that nothing implements, and the sum of what does', async () => {
    const source = `import { tool } from 'toolwright';
import { load } from './store.js';
/** A. */
export interface Open { read(): string }
export interface Shut { read(): string; shut: true }
class File implements Shut { shut = true as const; read(): string { return load(); } }
export const file = new File();
/** Reads. */
export class Reader {
  constructor(private readonly open: Open & { open: 1 }, private readonly shut: Shut) {}
  /** Reads from outside. */
  @tool outside(): string { return this.open.read(); }
  /** Reads from a file. */
  @tool inside(): string { return this.shut.read(); }
}
export const reader = (open: Open & { open: 1 }) => new Reader(open, file);
`;
    const { dir } = create({ 'src/notes.ts': source });
    expect(await provedIn(await run(dir))).toEqual({
      inside: { readOnly: true, openWorld: false },
      outside: undefined,
    });
  });

  it('has tools apart whose names are those of objects, or that stand in one line', async () => {
    const source = `import { tool } from 'toolwright';
import { writeFileSync } from 'node:fs';
/** A. */
export class A { /** One. */ @tool({ name: 'constructor' }) a(): void { writeFileSync('a', ''); } /** Two. */ @tool({ name: '__proto__' }) b(): number { return 1; } }
/** B. */
export class B { /** Same. */ @tool same(): void { writeFileSync('a', ''); } } /** C. */ export class C { /** Same. */ @tool same(): number { return 1; } }
`;
    const { dir } = create({ 'src/notes.ts': source });
    const { tools } = await (await run(dir)).result();
    expect(tools.map(({ name, proved }) => [name, proved])).toEqual([
      ['__proto__', { readOnly: true, openWorld: false }],
      ['constructor', { readOnly: false, openWorld: false }],
      // Which of the two is meant is not certain.
      ['same', undefined],
      ['same', undefined],
    ]);
  });

  it('is followed by watch mode, through other files and the setting', async () => {
    const project = create({ 'src/notes.ts': NOTES.replace('readOnly: true, ', '') });
    const session = createSession({ cwd: project.dir }, await createProver({ cwd: project.dir }));
    const next = async () => {
      const found = session.update();
      return found && (await provedIn(found)).find;
    };
    expect(await next()).toEqual({ readOnly: true, openWorld: false });
    expect(await next()).toBeUndefined();
    project.write('src/store.ts', WRITING);
    expect(await next()).toEqual({ readOnly: false, openWorld: false });
    project.write('src/notes.ts', NOTES);
    expect(session.update()).toMatchObject({ ok: false, diagnostics: [{ code: 'TW6001' }] });
    project.write('src/store.ts', STORE);
    expect(await next()).toEqual({ readOnly: true, openWorld: false });
    project.write('toolwright.config.json', '{}');
    const plain = session.update();
    expect(plain && (await provedIn(plain))).toEqual({
      find: undefined,
      stated: undefined,
      unclear: undefined,
    });
    // Again and again, also by other files in its place, as editors and git write them.
    for (const setting of ['{"hints":"proved"}', '{}', '{"hints":"proved"}']) {
      project.write('other.json', setting);
      renameSync(path.join(project.dir, 'other.json'), path.join(project.dir, 'toolwright.config.json'));
      const proved = setting === '{}' ? undefined : { readOnly: true, openWorld: false };
      const found = session.update();
      expect(found && (await provedIn(found)).find).toEqual(proved);
      expect(found).toBeDefined();
      expect(session.update()).toBeUndefined();
    }
  });
});
