import type { FormerNames, ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import { type DialectName, getDialect } from '../get-dialect.js';

/** Raised when the shape of a lock changes. */
export const LOCK_VERSION = 2;

/** Locks that are read. Those of version 1 sorted the members of schemas, so that their order is not known. */
export type LockVersion = 1 | typeof LOCK_VERSION;

/** What a group of tools was when someone looked at it: the tools of a project, or those of an MCP server. */
export interface ToolLock {
  readonly version: LockVersion;
  /** Sorted by name. */
  readonly tools: readonly LockedTool[];
}

/** All that a model or a client sees of a tool. */
export interface LockedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The schema as it was published: draft 2020-12 for own tools, any for those of others. */
  readonly parameters: object;
  readonly output?: object;
  readonly annotations: object;
  /** Absent if neither the tool nor an argument had another name. */
  readonly was?: FormerNames;
  /** For each provider named when the lock was written, the hash of what it is sent. */
  readonly wire?: Readonly<Record<string, string>>;
}

/** A lock of tools with different names, in the order of a lock. */
export function createLock(tools: Iterable<LockedTool>, version: LockVersion = LOCK_VERSION): ToolLock {
  // Not by `localeCompare`, which depends on the machine.
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { version, tools: sorted };
}

/** A tool of this project as a lock has it. @param dialects of the providers whose requests the lock holds still */
export function lockTool(spec: ToolSpec, dialects: readonly DialectName[] = []): LockedTool {
  const { name, description, parameters, output, annotations, was } = spec;
  const wire = dialects.map(
    (dialect) => [dialect, canonicalHash(getDialect(dialect).wireTool(spec))] as const,
  );
  return {
    name,
    description,
    parameters,
    ...(output === undefined ? {} : { output }),
    annotations,
    ...(was === undefined ? {} : { was }),
    ...(wire.length === 0 ? {} : { wire: Object.fromEntries(wire) }),
  };
}
