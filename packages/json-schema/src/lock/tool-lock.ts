import type { FormerNames, ProvedHints, ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import { type DialectName, getDialect } from '../get-dialect.js';

/** The version of the lock format. Incremented when the format changes. */
export const LOCK_VERSION = 2;

/** The versions that can be read. Version 1 sorted the members of schemas, so their original order is unknown. */
export type LockVersion = 1 | typeof LOCK_VERSION;

/** A snapshot of the tools of a project or of an MCP server. */
export interface ToolLock {
  readonly version: LockVersion;
  /** Sorted by name. */
  readonly tools: readonly LockedTool[];
}

/** All parts of a tool that a model or a client sees. */
export interface LockedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The schema as published: draft 2020-12 for the project's own tools, any draft for third-party tools. */
  readonly parameters: object;
  readonly output?: object;
  readonly annotations: object;
  /** The hints that codegen proved. Absent if there are none. */
  readonly proved?: ProvedHints;
  /** Absent if neither the tool nor an argument was renamed. */
  readonly was?: FormerNames;
  /** The hash of the wire form for each provider that was specified when the lock was written. */
  readonly wire?: Readonly<Record<string, string>>;
}

/** Creates a lock of tools, which must have distinct names. Sorts the tools by name. */
export function createLock(tools: Iterable<LockedTool>, version: LockVersion = LOCK_VERSION): ToolLock {
  // Unlike `localeCompare`, this does not depend on the machine's locale.
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { version, tools: sorted };
}

/** Returns the locked form of a tool of this project. @param dialects the providers whose wire forms the lock records */
export function lockTool(spec: ToolSpec, dialects: readonly DialectName[] = []): LockedTool {
  const { name, description, parameters, output, annotations, proved, was } = spec;
  const wire = dialects.map(
    (dialect) => [dialect, canonicalHash(getDialect(dialect).wireTool(spec))] as const,
  );
  return {
    name,
    description,
    parameters,
    ...(output === undefined ? {} : { output }),
    annotations,
    ...(proved === undefined ? {} : { proved }),
    ...(was === undefined ? {} : { was }),
    ...(wire.length === 0 ? {} : { wire: Object.fromEntries(wire) }),
  };
}
