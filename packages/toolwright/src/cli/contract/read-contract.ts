import type { CodegenRun } from '@toolwright/codegen';
import type { ToolSpec } from '@toolwright/contract';
import type { DialectName, ToolLock } from '@toolwright/json-schema';
import { readContent } from '../project/read-project.js';
import { nameTools } from '../project/tool-names.js';

/** The contract of a project now: read from the sources, as the manifest is. */
export interface Contract {
  readonly lock: ToolLock;
  /** By the names in the lock. */
  readonly specs: ReadonlyMap<string, ToolSpec>;
}

/** @param providers whose requests the lock holds still */
export async function readContract(run: CodegenRun, providers: readonly string[]): Promise<Contract> {
  const { createLock, dialectNames, lockTool } = await import('@toolwright/json-schema');
  const { tools } = await readContent(run);
  const specs = new Map(nameTools(tools).map(({ name, spec }) => [name, spec]));
  // A provider that another version knows is left out: nothing can be compared with it.
  const dialects: DialectName[] = dialectNames.filter((name) => providers.includes(name));
  const locked = [...specs].map(([name, spec]) => ({ ...lockTool(spec, dialects), name }));
  return { lock: createLock(locked), specs };
}

/** The providers that a lock names, and a project that renews it goes on with. */
export function providersOf({ tools }: ToolLock): readonly string[] {
  return [...new Set(tools.flatMap(({ wire = {} }) => Object.keys(wire)))].sort();
}
