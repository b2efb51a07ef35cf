import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import { readCheckedBytes } from './checked-file.js';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const WEATHER = `import { tool } from 'toolwright';
/** The weather. */
export const weather = tool((city: string): string => city);
`;
const RUN = `import { generate } from './dist/index.mjs';
const run = await generate({ cwd: process.argv[2] });
const { output } = await run.result();
console.log(output);
`;

/** The package as a separate process has it, made from the current sources. */
async function install(): Promise<string> {
  const { dir, write } = createScratchProject({
    'package.json': readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
    'run.mjs': RUN,
  });
  symlinkSync(path.join(packageFolder, 'node_modules'), path.join(dir, 'node_modules'));
  const { outputFiles } = await build({
    entryPoints: [path.join(packageFolder, 'src/index.ts')],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  write('dist/index.mjs', outputFiles[0]?.text ?? '');
  return dir;
}

const PATIENCE_MS = 120_000;

describe('the compiled code of the compiler', () => {
  let home = '';
  beforeAll(async () => {
    home = await install();
  }, PATIENCE_MS);

  const generateIn = (dir: string): string =>
    execFileSync(process.execPath, ['run.mjs', dir], { cwd: home, encoding: 'utf8', timeout: 60_000 });

  it(
    'is cached after the first edit of a project, and written again if it is damaged',
    () => {
      const { dir, write } = createScratchProject({
        'src/weather.ts': WEATHER,
        'node_modules/.keep': '',
      });
      const cache = path.join(dir, 'node_modules/.cache/toolwright');
      const kept = (): string[] => readdirSync(cache).filter((name) => name.startsWith('compiler-'));
      const edit = (name: string): string => {
        write('src/weather.ts', WEATHER.replaceAll('city', name));
        return generateIn(dir);
      };

      expect(generateIn(dir)).toContain("parameters: ['city']");
      expect(kept()).toEqual([]);
      expect(edit('town')).toContain("parameters: ['town']");
      const [name = ''] = kept();
      const file = path.join(cache, name);
      const bytes = readFileSync(file);
      expect(edit('place')).toContain("parameters: ['place']");
      expect(readFileSync(file).equals(bytes)).toBe(true);

      writeFileSync(file, bytes.fill(0, bytes.length - 10_000));
      expect(edit('village')).toContain("parameters: ['village']");
      expect(kept()).toEqual([name]);
      expect(readCheckedBytes(file)).toBeDefined();
      expect(edit('city')).toContain("parameters: ['city']");
    },
    PATIENCE_MS,
  );
});
