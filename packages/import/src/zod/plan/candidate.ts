import { quote } from '@toolwright/json-schema';
import { type Compiler, evaluateConstant, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { FoundTool } from '../find-tools.js';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { readToolSchemas, type SharedKeys, type ToolSchemas, textOf } from '../read/read-tool.js';
import { findPlace, type ToolPlace } from './tool-place.js';

/** A tool that can be migrated. */
export interface Candidate {
  readonly tool: ForeignTool;
  readonly place: ToolPlace;
  readonly schemas: ToolSchemas;
  readonly description?: string | undefined;
  /** The name that the call states. */
  readonly statedName?: string | undefined;
  /** Options of the migrated tool, as TypeScript, apart from its name and description. */
  readonly options: readonly string[];
}

/** Reads all that a migration needs of a tool. @throws NotMigrated */
export function readCandidate({ read }: FoundTool, compiler: Compiler, keys: SharedKeys): Candidate {
  const tool = read();
  const place = findPlace(tool, compiler);
  const { title, description, name, needsApproval, hints } = tool;
  return {
    tool,
    place,
    schemas: readToolSchemas(tool, compiler, keys),
    description: description && textOf(description, 'description', compiler),
    statedName: name && textOf(name, 'name', compiler),
    options: [
      ...(title === undefined ? [] : [`title: ${quote(textOf(title, 'title', compiler))}`]),
      ...(hints === undefined ? [] : readHints(hints, compiler)),
      ...(needsApproval === undefined ? [] : readApproval(needsApproval)),
    ],
  };
}

const HINTS: Readonly<Record<string, string>> = {
  title: 'title',
  readOnlyHint: 'readOnly',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'openWorld',
};

function readHints(node: ts.Expression, compiler: Compiler): string[] {
  const value = evaluateConstant(compiler, node, { mutable: true })?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotMigrated(node, 'its hints are made at run time');
  return Object.entries(value).map(([hint, given]) => {
    if (!Object.hasOwn(HINTS, hint)) throw new NotMigrated(node, `a tool has no hint \`${hint}\``);
    return `${HINTS[hint]}: ${typeof given === 'string' ? quote(given) : JSON.stringify(given)}`;
  });
}

function readApproval(node: ts.Expression): string[] {
  if (node.kind === typescript.SyntaxKind.FalseKeyword) return [];
  if (node.kind === typescript.SyntaxKind.TrueKeyword) return ['needsApproval: true'];
  throw new NotMigrated(node, 'whether it needs approval is decided at run time');
}
