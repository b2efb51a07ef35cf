import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const base = fileURLToPath(
  new URL('../../../../tools-codegen/fixtures/tools/tsconfig.json', import.meta.url),
);
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface TestProject {
  readonly folder: string;
  readonly main: string;
  /** The bundlers' output. */
  readonly bundle: string;
  write(file: string, text: string): void;
  /** Writes the tool with this parameter, and the program's text about it, so that both change together. */
  writeTool(parameter: string): void;
  /** Writes the type that is imported only as a type. */
  writeUnit(type: string): void;
  /** The text of the generated module; empty if it does not exist. */
  generated(): string;
}

/**
 * Creates a project with one tool. Its program prints the parameter names in the manifest, the values of the imported type, and the name of
 * the first parameter in the source.
 */
export function createTestProject(parameter = 'amount: number'): TestProject {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-unplugin-')));
  folders.push(folder);
  mkdirSync(path.join(folder, 'src'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  const writeTool = (text: string) => {
    const name = /\w+/.exec(text)?.[0];
    write(
      'src/tax.ts',
      "import type { Unit } from './unit.js';\n" +
        `export const first = '${name}';\n` +
        `/**\n * Tax.\n * @tool\n */\nexport function tax(${text}, unit: Unit): string { return unit; }\n`,
    );
  };
  const writeUnit = (type: string) => write('src/unit.ts', `export type Unit = ${type};\n`);
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify({ extends: base, include: ['src'] }));
  write(
    'src/main.ts',
    "import { first } from './tax.js';\nimport { manifest } from './toolwright.gen.js';\n" +
      'const properties = manifest.tools[0]?.spec.parameters.properties ?? {};\n' +
      'console.log(JSON.stringify({ first, names: Object.keys(properties), unit: properties.unit }));\n',
  );
  writeTool(parameter);
  writeUnit("'EUR' | 'NOK'");
  const file = path.join(folder, 'src/toolwright.gen.ts');
  return {
    folder,
    main: path.join(folder, 'src/main.ts'),
    bundle: path.join(folder, 'dist/main.js'),
    write,
    writeTool,
    writeUnit,
    generated: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
  };
}

/** A bundle's output about its manifest. */
export interface Said {
  readonly first: string;
  readonly names: readonly string[];
  readonly unit: unknown;
}

/** Runs a bundle with this Node. A bundler that watches may be writing it just then, so a bundle without output is run again. */
export function runBundle(project: Pick<TestProject, 'bundle'>, attempts = 5): Said {
  const { stdout, stderr, status } = spawnSync(process.execPath, [project.bundle], {
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (stdout === '' && attempts > 1) return runBundle(project, attempts - 1);
  if (status !== 0) throw new Error(`The bundle failed: ${stderr}`);
  return JSON.parse(stdout);
}
