import type { CodegenRun } from '@toolwright/codegen';
import type { Located, ToolSpec } from '@toolwright/contract';
import type { DialectName, ToolLock } from '@toolwright/json-schema';
import { readContent } from '../project/read-project.js';
import { nameTools } from '../project/tool-names.js';

/** A project's current contract. Like the manifest, it is read from the sources. */
export interface Contract {
  readonly lock: ToolLock;
  /** The tool specs, keyed by their names in the lock. */
  readonly specs: ReadonlyMap<string, Located<ToolSpec>>;
}

/** @param providers the providers whose requests the lock pins */
export async function readContract(run: CodegenRun, providers: readonly string[]): Promise<Contract> {
  const { createLock, dialectNames, lockTool } = await import('@toolwright/json-schema');
  const { tools } = await readContent(run);
  const specs = new Map(nameTools(tools).map(({ name, spec }) => [name, spec]));
  // Skips providers that only another version supports, because there is nothing to compare them with.
  const dialects: DialectName[] = dialectNames.filter((name) => providers.includes(name));
  const locked = [...specs].map(([name, spec]) => ({ ...lockTool(spec, dialects), name }));
  return { lock: createLock(locked), specs };
}

/** Returns the providers that a lock contains. They are kept when the lock is updated. */
export function providersOf({ tools }: ToolLock): readonly string[] {
  return [...new Set(tools.flatMap(({ wire = {} }) => Object.keys(wire)))].sort();
}
