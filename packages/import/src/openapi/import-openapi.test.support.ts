import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { type PromisedTool, type Proof, prove } from '../prove.js';
import { documentTools } from './document-tools.js';
import { type ImportedClient, type ImportOptions, importOpenApi } from './import-openapi.js';

/** Where documents are saved. */
export const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-import-'));
/** Removes the files of the tests. */
export function removeSaved(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Saves a document, and returns its address. */
export function save(name: string, document: unknown): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(
    file,
    typeof document === 'string' || document instanceof Uint8Array ? document : JSON.stringify(document),
  );
  return pathToFileURL(file).href;
}

/** What each document begins with. */
export const base = { openapi: '3.0.3', info: { title: 'Pet shop', version: '1' } };
/** Responses without content. */
export const ok = { 200: { description: 'ok' } };

/** Imports a document that has these paths and components. */
export function imported(
  paths: object,
  components: object = {},
  options: ImportOptions = {},
  more: object = {},
): Promise<ImportedClient> {
  return importOpenApi(save('document.json', { ...base, paths, components, ...more }), options);
}

const source = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/** A strict project in which the imports of clients lead to their sources. */
const CONFIG = {
  extends: source('../tsconfig.base.json'),
  compilerOptions: {
    composite: false,
    types: [],
    lib: ['ES2023', 'DOM'],
    paths: {
      toolwright: [source('tools/src/index.ts')],
      '@toolwright/import/runtime': [source('import/src/runtime.ts')],
    },
  },
  include: ['src'],
};

/** Reads a client with codegen. */
export function proofOf(client: ImportedClient, promised = documentTools(client)): Promise<Proof> {
  return proofOfFiles({ 'src/client.ts': client.text }, promised);
}

/** Reads the tools of `src/client.ts` with codegen. */
export function proofOfFiles(
  files: Readonly<Record<string, string>>,
  promised: readonly PromisedTool[],
): Promise<Proof> {
  const { dir } = createScratchProject({ ...files, 'tsconfig.json': JSON.stringify(CONFIG) });
  return prove(path.join(dir, 'src/client.ts'), path.join(dir, 'tsconfig.json'), promised);
}

/** Returns how the tools of a client differ from its document. */
export async function differences(client: ImportedClient): Promise<readonly string[]> {
  const proof = await proofOf(client);
  return [
    ...proof.errors,
    ...proof.differences.map(({ path: pointer, message }) => `${pointer}: ${message}`),
  ];
}
