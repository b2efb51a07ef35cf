import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { CodegenRun } from '@toolwright/codegen';
import { errorMessage, type ToolSpec } from '@toolwright/contract';
import type { DialectName, ToolLock } from '@toolwright/schema';
import { nameTools } from '../project/tool-names.js';
import { userError } from '../user-error.js';

/** The contract of a project now: read from the sources, as the manifest is. */
export interface Contract {
  readonly lock: ToolLock;
  /** By the names in the lock. */
  readonly specs: ReadonlyMap<string, ToolSpec>;
}

/** @param providers whose requests the lock holds still */
export async function readContract(run: CodegenRun, providers: readonly string[]): Promise<Contract> {
  const { createLock, dialectNames, lockTool } = await import('@toolwright/schema');
  const { tools, qualifiedNames } = await run.result();
  const named = nameTools(
    tools.map((spec, index) => ({ spec, qualifiedName: qualifiedNames[index] ?? spec.name })),
  );
  const specs = new Map(named.map(({ name, spec }) => [name, spec]));
  // A provider that another version knows is left out: nothing can be compared with it.
  const dialects: DialectName[] = dialectNames.filter((name) => providers.includes(name));
  const locked = [...specs].map(([name, spec]) => ({ ...lockTool(spec, dialects), name }));
  return { lock: createLock(locked), specs };
}

/** The providers that a lock names, and a project that renews it goes on with. */
export function providersOf({ tools }: ToolLock): readonly string[] {
  return [...new Set(tools.flatMap(({ wire = {} }) => Object.keys(wire)))].sort();
}

/**
 * The lock in a file; undefined if there is no such file.
 * @param shown its path, for errors
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export async function findLock(file: string, shown: string): Promise<ToolLock | undefined> {
  if (!existsSync(file)) return undefined;
  const { readLock } = await import('@toolwright/schema');
  return readLock(await readText(file, shown), shown);
}

async function readText(file: string, shown: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw userError('INVALID_CONFIG', `${shown} cannot be read: ${errorMessage(error)}.`, undefined, error);
  }
}
