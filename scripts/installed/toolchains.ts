/** The tool chains of the table in docs/builds.md, with the commands that build and run the program. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Form, write, writeFromPage, writeProgram, writeTestOfProgram } from './toolchain-project.js';

/** A command of Node.js with its arguments. Commands run one after the other. */
export type Command = readonly string[];

export interface ToolChain {
  /** Packages, as npm installs them. */
  readonly packages: readonly string[];
  /** Writes the program and returns the commands that build and run it. The last command prints the answers, unless they are `tested`. */
  prepare(folder: string, form: Form): readonly Command[];
  /** The name of a program that differs from most others; programs with the same name share a folder. Default: `program`. */
  readonly program?: string;
  /** The program is a test, which compares the answers itself. */
  readonly tested?: boolean;
  /** The file with the answers, if the program does not print them. */
  readonly page?: string;
  /**
   * The first release of Node.js that runs it, either because it needs that release or to share the work: CI runs those without it on
   * Node.js 20, and those with 24 on Node.js 24.
   */
  readonly since?: number;
}

export const CODEGEN: Command = ['../node_modules/toolwright/bin/toolwright.js', 'codegen'];
const RUN: Command = ['dist/main.js'];

/** A bundler with the configuration in docs/builds.md. */
function bundler(
  packages: readonly string[],
  config: string,
  build: Command,
  legacy?: (text: string) => string,
): ToolChain {
  return {
    packages,
    prepare: (folder, form) => {
      writeProgram(folder, form);
      writeFromPage(folder, config, form === 'legacy' ? legacy : undefined);
      return [build, RUN];
    },
  };
}

/** Does what the command lines of webpack and Rspack do, which are separate packages. */
const runCompiler = (name: string, member: string): Command => [
  '--input-type=module',
  '--eval',
  `import bundler from '${name}';
   import config from './${name === 'webpack' ? 'webpack' : 'rspack'}.config.js';
   bundler${member}({ ...config, context: process.cwd() }).run((error, stats) => {
     if (error || stats.hasErrors()) throw error ?? new Error(stats.toString('errors-only'));
   });`,
];

const JEST: Command = ['../node_modules/jest/bin/jest.js'];
const JEST_PACKAGES = ['jest@30.5.2', '@jest/globals@30.5.2'];

function jest(packages: readonly string[], transform?: string): ToolChain {
  return {
    packages: [...JEST_PACKAGES, ...packages],
    program: 'commonjs',
    tested: true,
    prepare: (folder, form) => {
      writeProgram(folder, form, { type: 'commonjs' });
      writeTestOfProgram(folder, '@jest/globals');
      writeFromPage(folder, 'jest.config.cjs', (text) => {
        const options = transform?.replace('FORM', form === 'legacy' ? 'legacy' : '');
        return options === undefined ? text : text.replace("'ts-jest'", options);
      });
      return [JEST];
    },
  };
}

function vitest(name: 'vitest' | 'vitest3', specifier: string): ToolChain {
  return {
    packages: [specifier],
    tested: true,
    prepare: (folder, form) => {
      writeProgram(folder, form);
      writeTestOfProgram(folder, name);
      writeFromPage(folder, 'vitest.config.js');
      return [[`../node_modules/${name}/vitest.mjs`, 'run']];
    },
  };
}

function tsc(name: string, specifier: string): ToolChain {
  return {
    packages: [specifier],
    prepare: (folder, form) => {
      writeProgram(folder, form);
      // The types are checked in consumer.once.test.ts.
      return [CODEGEN, [`../node_modules/${name}/bin/tsc`, '--noCheck', '--outDir', 'dist'], RUN];
    },
  };
}

/** Runs the program from its sources. */
function runner(
  packages: readonly string[],
  command: Command,
  program: Parameters<typeof writeProgram>[2] = {},
  more: Partial<ToolChain> = {},
): ToolChain {
  return {
    packages,
    prepare: (folder, form) => {
      writeProgram(folder, form, program);
      return [CODEGEN, command];
    },
    ...more,
  };
}

/** npm installs the binary that fits the machine in a package of its own. */
const BUN: Command = [
  '--input-type=module',
  '--eval',
  `import { spawnSync } from 'node:child_process';
   import { readdirSync } from 'node:fs';
   const packages = '../node_modules/@oven';
   const bun = \`\${packages}/\${readdirSync(packages)[0]}/bin/bun\`;
   process.exitCode = spawnSync(bun, ['src/main.ts'], { stdio: 'inherit' }).status ?? 1;`,
];

const SWC = `['@swc/jest', { jsc: { parser: { syntax: 'typescript', decorators: true }, transform: 'FORM' ? { legacyDecorator: true } : { decoratorVersion: '2022-03' } } }]`;
const BABEL = `['babel-jest', {
  presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'],
  plugins: [['@babel/plugin-proposal-decorators', { version: 'FORM' || '2023-11' }]],
}]`;

export const TOOL_CHAINS: Readonly<Record<string, ToolChain>> = {
  'Vite 8': bundler(['vite@8.4.0'], 'vite.config.js', ['../node_modules/vite/bin/vite.js', 'build']),
  'Vite 7': bundler(['vite7@npm:vite@7.3.8'], 'vite.config.js', [
    '../node_modules/vite7/bin/vite.js',
    'build',
  ]),
  'Vitest 4': vitest('vitest', 'vitest@4.1.12'),
  'Vitest 3': vitest('vitest3', 'vitest3@npm:vitest@3.2.7'),
  'Rolldown 1': bundler(['rolldown@1.3.3'], 'rolldown.config.js', [
    '../node_modules/rolldown/bin/cli.mjs',
    '--config',
  ]),
  'Rollup 4': bundler(['rollup@4.68.8', 'rollup-plugin-esbuild@6.2.1'], 'rollup.config.js', [
    '../node_modules/rollup/dist/bin/rollup',
    '--config',
    '--silent',
  ]),
  'esbuild 0.28': bundler(['esbuild@0.28.2'], 'build.js', ['build.js']),
  'tsup 8': bundler(['tsup@8.5.1'], 'tsup.config.js', ['../node_modules/tsup/dist/cli-default.js']),
  'webpack 5': bundler(
    ['webpack@5.113.0', 'esbuild-loader@4.5.0'],
    'webpack.config.js',
    runCompiler('webpack', ''),
  ),
  'Rspack 2': bundler(
    ['@rspack/core@2.3.3'],
    'rspack.config.js',
    runCompiler('@rspack/core', '.rspack'),
    (text) => text.replace("decoratorVersion: '2022-03'", 'legacyDecorator: true, decoratorMetadata: true'),
  ),
  'Next.js 16': {
    packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', '@types/react@19'],
    since: 24,
    program: 'next',
    page: '.next/server/app/index.html',
    prepare: (folder, form) => {
      writeProgram(folder, form, {
        extension: '',
        options: { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', rootDir: '.' },
        scripts: { build: 'next build' },
      });
      write(folder, 'next.config.mjs', 'export default { typescript: { ignoreBuildErrors: true } };\n');
      write(
        folder,
        'app/page.jsx',
        "import { answers } from '../src/answers';\nexport default async () => <pre>{JSON.stringify(await answers())}</pre>;\n",
      );
      write(
        folder,
        'app/layout.jsx',
        'export default ({ children }) => <html><body>{children}</body></html>;\n',
      );
      return [CODEGEN, ['../node_modules/next/dist/bin/next', 'build']];
    },
  },
  'tsc 7': tsc('typescript70', 'typescript70@npm:typescript@7.0.2'),
  'tsc 6': tsc('typescript', 'typescript@6.0.3'),
  'tsc 5.9': tsc('typescript59', 'typescript59@npm:typescript@5.9.3'),
  'swc 1': {
    packages: ['@swc/core@1.16.22'],
    prepare: (folder, form) => {
      writeProgram(folder, form);
      copyFileSync(fileURLToPath(new URL('consumer-swc.mjs', import.meta.url)), join(folder, 'swc.mjs'));
      return [CODEGEN, ['swc.mjs', 'module', form], ['swc/main.js']];
    },
  },
  'tsx 4': runner(['tsx@4.23.15'], ['../node_modules/tsx/dist/cli.mjs', 'src/main.ts']),
  'ts-node 10': runner(['ts-node@10.9.2'], ['--loader', 'ts-node/esm', 'src/main.ts']),
  'Bun 1': runner(['bun@1.4.5'], BUN, {}, { since: 24 }),
  'Deno 2': runner(
    ['deno@2.9.6'],
    ['../node_modules/deno/bin.cjs', 'run', '--allow-all', '--no-lock', 'src/main.ts'],
    { extension: '.ts', options: { rewriteRelativeImportExtensions: true } },
    { since: 24, program: 'node' },
  ),
  'Jest 30, CommonJS': jest(['ts-jest@29.4.15']),
  'Jest 30, ES modules': {
    packages: [...JEST_PACKAGES, 'ts-jest@29.4.15'],
    tested: true,
    prepare: (folder, form) => {
      writeProgram(folder, form);
      writeTestOfProgram(folder, '@jest/globals');
      writeFromPage(folder, 'jest.config.mjs');
      return [['--experimental-vm-modules', ...JEST]];
    },
  },
  'Jest 30 with @swc/jest': jest(['@swc/jest@0.2.39', '@swc/core@1.16.22'], SWC),
  'Jest 30 with babel-jest': jest(
    [
      'babel-jest@30.5.2',
      '@babel/core@7',
      '@babel/preset-env@7',
      '@babel/preset-typescript@7',
      '@babel/plugin-proposal-decorators@7',
    ],
    BABEL,
  ),
  'Node.js 24, `node file.ts`': runner(
    [],
    ['src/main.ts'],
    {
      extension: '.ts',
      options: { rewriteRelativeImportExtensions: true },
      scripts: { start: 'node src/main.ts' },
    },
    { since: 24, program: 'node' },
  ),
};

/** The answers that a tool chain has printed or written, as JSON. */
export function answersOf({ page }: ToolChain, folder: string, output: string): unknown {
  const text =
    page === undefined ? output : readFileSync(join(folder, page), 'utf8').replaceAll('&quot;', '"');
  const json = /\{"forecast":.*?"refused":\{[^}]*\}\}/s.exec(text)?.[0];
  return json === undefined ? text : JSON.parse(json);
}
