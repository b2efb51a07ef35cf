import { readFileSync } from 'node:fs';

export interface TemplateCommand {
  readonly script: string;
  readonly effect: string;
  /** The program that the script runs. It is run directly if the project has another script with this name. */
  readonly program?: string;
}

/** A program to start with. */
export interface Template {
  /** The files in the template's folder, in the order in which they are reported. */
  readonly sources: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  /** Scripts for a project with its own tsconfig: tsc may emit nothing, emit to another folder, or emit code that Node cannot run. */
  readonly scriptsOfOwnConfig: Readonly<Record<string, string>>;
  /** The Toolwright packages that the program needs. */
  readonly packages: readonly string[];
  /** The Toolwright packages that are needed to develop the program. */
  readonly devPackages?: readonly string[];
  /** The commands to run after installation. */
  readonly commands: readonly TemplateCommand[];
}

export type TemplateName = keyof typeof TEMPLATES;

const CODEGEN = { codegen: 'toolwright codegen', 'codegen:check': 'toolwright codegen --check' };

/** Returns a command that runs codegen and the program again after each change. */
function dev(watched: string): string {
  return `toolwright codegen && concurrently --kill-others --names codegen,program "toolwright codegen --watch" "tsx watch ${watched}"`;
}

const MAIN = 'src/main.ts';
const STUDIO =
  'toolwright codegen && toolwright dev --registry src/agent.ts#registry --agent src/agent.ts#agent';
const PROGRAM = {
  sources: ['src/tools.ts', 'src/model.ts', 'src/agent.ts', 'src/main.ts'],
  scripts: {
    ...CODEGEN,
    build: 'toolwright codegen && tsc',
    start: 'npm run --silent build && node dist/main.js',
    dev: dev('src/main.ts'),
    studio: STUDIO,
  },
  scriptsOfOwnConfig: {
    ...CODEGEN,
    start: 'toolwright codegen && tsx src/main.ts',
    dev: dev('src/main.ts'),
    studio: STUDIO,
  },
  packages: ['toolwright'],
  devPackages: ['@toolwright/studio'],
} as const;
const SHOW = { script: 'studio', effect: 'opens a page with the tools and the runs of the agent' } as const;
const DEV = { script: 'dev', effect: 'runs codegen and the program again after each change' } as const;

export const TEMPLATES = {
  quickstart: {
    ...PROGRAM,
    commands: [
      { script: 'start', effect: 'calls a tool, then lets an agent call another', program: MAIN },
      SHOW,
      DEV,
    ],
  },
  agent: {
    ...PROGRAM,
    commands: [{ script: 'start', effect: 'starts a conversation with the agent', program: MAIN }, SHOW, DEV],
  },
  'mcp-server': {
    sources: ['src/tools.ts', 'src/main.ts', 'src/try.ts'],
    // Standard output is used by the protocol, so the output of codegen and tsc goes to standard error.
    scripts: {
      ...CODEGEN,
      build: 'toolwright codegen && tsc',
      start: 'npm run --silent build 1>&2 && node dist/main.js',
      dev: dev('src/try.ts'),
      try: 'npm run --silent build && node dist/try.js',
    },
    scriptsOfOwnConfig: {
      ...CODEGEN,
      start: 'toolwright codegen 1>&2 && tsx src/main.ts',
      dev: dev('src/try.ts'),
      try: 'toolwright codegen && tsx src/try.ts',
    },
    packages: ['toolwright', '@toolwright/mcp'],
    commands: [
      { script: 'try', effect: 'builds the server, connects to it and calls a tool', program: 'src/try.ts' },
      {
        script: 'start',
        effect: 'serves the tools over standard input and output, for MCP clients',
        program: MAIN,
      },
      DEV,
    ],
  },
} as const satisfies Readonly<Record<string, Template>>;

/**
 * Returns the template with its own folder, for a project that has other files with the same names. Its scripts are named after the
 * template, so that they cannot clash with those of the project.
 */
export function templateInFolder(name: TemplateName): Template {
  const template: Template = TEMPLATES[name];
  const moved = (text: string) => text.replaceAll('src/', `src/${name}/`);
  const renamed = (script: string) => (script === 'start' ? name : `${name}:${script}`);
  const entries = Object.entries(template.scriptsOfOwnConfig).map(([script, command]) =>
    Object.hasOwn(CODEGEN, script) ? [script, command] : [renamed(script), moved(command)],
  );
  const scripts = Object.fromEntries(entries);
  return {
    ...template,
    sources: template.sources.map(moved),
    scripts,
    scriptsOfOwnConfig: scripts,
    commands: template.commands.map(({ script, effect, program }) => ({
      script: renamed(script),
      effect,
      ...(program !== undefined && { program: moved(program) }),
    })),
  };
}

/** Scripts for a project that has its own program. */
export const CODEGEN_SCRIPTS: Readonly<Record<string, string>> = CODEGEN;

/** Development dependencies of a new project, in addition to `@toolwright/codegen`. The ranges support Node 20. */
export const TOOL_CHAIN: Readonly<Record<string, string>> = {
  '@types/node': '^20.19.0',
  concurrently: '^9.2.5',
  tsx: '^4.23.0',
  typescript: '~6.0.3',
};

/** The first template is the default. */
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly TemplateName[]; // the keys of a constant

export function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name);
}

/** Returns the text of a template's file, with `\n` as line breaks. */
export function readTemplate(name: TemplateName | 'base', file: string): string {
  const inFolder = file.startsWith(`src/${name}/`);
  const url = new URL(
    `../templates/${name}/${inFolder ? file.replace(`/${name}/`, '/') : file}`,
    import.meta.url,
  );
  const text = readFileSync(url, 'utf8').replaceAll('\r\n', '\n');
  // The generated module stays in `src` itself.
  if (!inFolder) return text;
  return text
    .replace("'./toolwright.gen.js'", "'../toolwright.gen.js'")
    .replace('npm run studio', `npm run ${name}:studio`);
}
