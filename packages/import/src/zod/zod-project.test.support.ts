import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrateZodOptions, migrateProject, type ZodMigration } from './migrate-zod.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const IMPORT = `${ROOT}packages/import/node_modules/`;

const LINKS: Readonly<Record<string, string>> = {
  ai: `${IMPORT}ai`,
  '@langchain/core': `${IMPORT}@langchain/core`,
  '@modelcontextprotocol/sdk': `${IMPORT}@modelcontextprotocol/sdk`,
  '@toolwright/adapters': `${ROOT}packages/adapters`,
  toolwright: `${ROOT}packages/toolwright`,
  '@types/node': `${ROOT}node_modules/@types/node`,
};

/** The part of Mastra's types that tools use, before version 1. */
const MASTRA = `
export declare function createTool<Input extends { _output: unknown }>(options: {
  id: string; description: string; inputSchema?: Input; outputSchema?: unknown; requireApproval?: boolean;
  execute?: (given: { context: Input['_output']; runtimeContext: unknown }) => Promise<unknown>;
}): { id: string };
`;

const folders: string[] = [];

export interface ZodProject {
  readonly folder: string;
  read(file?: string): string;
  migrate(options?: Omit<MigrateZodOptions, 'cwd'>): Promise<ZodMigration>;
}

/** Creates a project that has the libraries installed. @param zod the version of Zod */
export function createZodProject(files: Readonly<Record<string, string>>, zod: 3 | 4 = 4): ZodProject {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-zod-')));
  folders.push(folder);
  const links = { ...LINKS, zod: `${IMPORT}${zod === 3 ? 'zod-3' : 'zod'}` };
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(path.dirname(path.join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(realpathSync(target), path.join(folder, 'node_modules', name));
  }
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    types: ['node'],
    skipLibCheck: true,
  };
  const all = {
    'package.json': '{ "name": "scratch", "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'node_modules/@mastra/core/package.json':
      '{ "name": "@mastra/core", "type": "module", "exports": { "./tools": { "types": "./tools.d.ts" } } }',
    'node_modules/@mastra/core/tools.d.ts': MASTRA,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return {
    folder,
    read: (file = 'src/tools.ts') => readFileSync(path.join(folder, file), 'utf8'),
    migrate: (options) => migrateProject({ cwd: folder, ...options }),
  };
}

export function removeZodProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
