import type { CodegenRun } from '@toolwright/codegen';
import type { Located, ToolSpec } from '@toolwright/contract';
import type { DialectName, ToolLock } from '@toolwright/json-schema';
import { readContent } from '../project/read-project.js';
import { nameTools } from '../project/tool-names.js';

/** The present contract of a project, read from the sources like the manifest. */
export interface Contract {
  readonly lock: ToolLock;
  /** By the names in the lock. */
  readonly specs: ReadonlyMap<string, Located<ToolSpec>>;
}

/** @param providers the providers whose requests the lock pins */
export async function readContract(run: CodegenRun, providers: readonly string[]): Promise<Contract> {
  const { createLock, dialectNames, lockTool } = await import('@toolwright/json-schema');
  const { tools } = await readContent(run);
  const specs = new Map(nameTools(tools).map(({ name, spec }) => [name, spec]));
  // A provider that only another version knows is left out: there is nothing to compare it with.
  const dialects: DialectName[] = dialectNames.filter((name) => providers.includes(name));
  const locked = [...specs].map(([name, spec]) => ({ ...lockTool(spec, dialects), name }));
  return { lock: createLock(locked), specs };
}

/** The providers that a lock names, which stay when it is renewed. */
export function providersOf({ tools }: ToolLock): readonly string[] {
  return [...new Set(tools.flatMap(({ wire = {} }) => Object.keys(wire)))].sort();
}
