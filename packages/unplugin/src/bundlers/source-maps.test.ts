import { spawnSync } from 'node:child_process';
import { BUNDLERS } from '../testing/bundlers.test.support.js';
import { createTestProject } from '../testing/test-project.test.support.js';

const PROGRAM = `interface Named { name: string }
const seen: string[] = [];
const mark = (_: unknown, { name }: Named) => void seen.push(name);

export class Marked {
  accessor unit: string = 'C';

  @mark
  run(city: string): never {
    throw new Error(\`\${city} \${this.unit} \${seen}\`);
  }
}
new Marked().run('Oslo');
`;

it.each(['rolldown', 'vite8', 'vite'] as const)(
  'compiles decorators in %s, and errors name the lines of the source',
  async (name) => {
    const project = createTestProject();
    project.write('src/main.ts', PROGRAM);
    await BUNDLERS[name].build(project);
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', project.bundle], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    expect(stderr).toContain('Error: Oslo C run');
    expect(stderr).toMatch(/src[\\/]main\.ts:10:11/);
    expect(stderr).toMatch(/src[\\/]main\.ts:13:\d+/);
  },
);
