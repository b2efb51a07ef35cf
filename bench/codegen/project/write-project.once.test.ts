import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createModel } from './model.mjs';
import { projectFiles, writeProject } from './write-project.mjs';

const FORMS = ['positional', 'helpers', 'types', 'typia'] as const;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('generated projects', () => {
  it.each(FORMS)('are the same in every run (%s)', (form) => {
    expect([...projectFiles(createModel(230), form)]).toEqual([...projectFiles(createModel(230), form)]);
  });

  it.each([1, 20, 100, 1234])(
    'have the requested number of methods, each with a unique name (%i)',
    (count) => {
      const names = createModel(count).classes.flatMap(({ methods }) => methods.map(({ name }) => name));
      expect(names).toHaveLength(count);
      expect(new Set(names).size).toBe(count);
    },
  );

  it('have a file for each class and a name for each domain, at any size', () => {
    const model = createModel(10_000);
    const paths = [...projectFiles(model, 'positional').keys()].filter((path) =>
      path.startsWith('src/tools/'),
    );
    expect(paths).toHaveLength(model.classes.length);
    expect(new Set(model.domains).size).toBe(model.domains.length);
  });

  // Against the built package, as in the benches, so run `npm run build` first.
  it('type-check', () => {
    for (const [form, links] of [
      ['positional', { toolwright: join(root, 'packages/toolwright') }],
      ['helpers', { toolwright: join(root, 'packages/toolwright') }],
      ['types', {}],
    ] as const) {
      const project = join(folder, form);
      writeProject(project, projectFiles(createModel(20), form), links);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', project], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    }
  });

  it('give typia only one object parameter per method, and object results', () => {
    const text = [...projectFiles(createModel(100), 'typia').values()].join('\n');
    const methods = [...text.matchAll(/^ {2}(?:async )?\w+\((.*)\): (.*) \{$/gm)];
    expect(methods).toHaveLength(100);
    expect(methods.filter(([, parameters = '']) => !/^input: \w+Parameters$/.test(parameters))).toEqual([]);
    expect(
      methods.filter(([, , result = '']) => /^(?:Promise<)?(?:number|Record)|\[\]>?$|null>?$/.test(result)),
    ).toEqual([]);
  });
});
