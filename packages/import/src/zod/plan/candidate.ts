import { quote } from '@toolwright/json-schema';
import { type Compiler, evaluateConstant, typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { FoundTool } from '../find-tools.js';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { nameOf } from '../read/objects.js';
import { readToolSchemas, type SharedKeys, type ToolSchemas, textOf } from '../read/read-tool.js';
import { refuseMoved } from './moved-names.js';

/** Where the source makes a tool, and what becomes of that place. */
type ToolPlace =
  /** `const weather = tool(…)` or `export default tool(…)` at the top of a file: the statement is replaced. */
  | {
      readonly kind: 'top';
      readonly statement: ts.VariableStatement | ts.ExportAssignment;
      readonly constant: ts.Symbol;
    }
  /** `const weather = tool(…)` in a function: the statement moves to the top of the file. */
  | { readonly kind: 'local'; readonly statement: ts.VariableStatement; readonly constant: ts.Symbol }
  /** `server.registerTool(…)`: the statement goes. */
  | { readonly kind: 'statement'; readonly statement: ts.ExpressionStatement }
  /** `{ weather: tool(…) }` or `[tool(…)]`: the element refers to the tool. */
  | { readonly kind: 'element'; readonly element: ts.Node; readonly key?: string | undefined };

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
  const schemas = readToolSchemas(tool, compiler, keys);
  refuseMoved(tool, schemas.rules.length > 0, compiler);
  const { title, description, name, needsApproval, hints } = tool;
  return {
    tool,
    place,
    schemas,
    description: description && textOf(description, 'description', compiler),
    statedName: name && textOf(name, 'name', compiler),
    options: [
      ...(title === undefined ? [] : [`title: ${quote(textOf(title, 'title', compiler))}`]),
      ...(hints === undefined ? [] : readHints(hints, title !== undefined, compiler)),
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

/** @param hasTitle whether the tool has a title of its own, which comes before that of the hints */
function readHints(node: ts.Expression, hasTitle: boolean, compiler: Compiler): string[] {
  const value = evaluateConstant(compiler, node, { mutable: true })?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotMigrated(node, 'its hints are made at run time');
  return Object.entries(value).flatMap(([hint, given]) => {
    if (!Object.hasOwn(HINTS, hint)) throw new NotMigrated(node, `a tool has no hint \`${hint}\``);
    if (hint === 'title' && hasTitle) return [];
    return `${HINTS[hint]}: ${typeof given === 'string' ? quote(given) : JSON.stringify(given)}`;
  });
}

function readApproval(node: ts.Expression): string[] {
  if (node.kind === typescript.SyntaxKind.FalseKeyword) return [];
  if (node.kind === typescript.SyntaxKind.TrueKeyword) return ['needsApproval: true'];
  throw new NotMigrated(node, 'whether it needs approval is decided at run time');
}

/** Finds where a tool is made. @throws NotMigrated */
function findPlace({ call, framework }: ForeignTool, { checker }: Compiler): ToolPlace {
  const node = wrapped(call, typescript);
  const { parent } = node;
  if (framework === 'mcp') {
    if (!typescript.isExpressionStatement(parent))
      throw new NotMigrated(call, 'its registration is used later');
    // A statement that moves leaves an `if` without one.
    if (!('statements' in parent.parent))
      throw new NotMigrated(call, 'its registration is a part of a statement');
    return { kind: 'statement', statement: parent };
  }
  if (typescript.isPropertyAssignment(parent))
    return { kind: 'element', element: parent, key: nameOf(parent) };
  if (typescript.isArrayLiteralExpression(parent)) return { kind: 'element', element: node };
  const module = typescript.isExportAssignment(parent) && checker.getSymbolAtLocation(parent.parent);
  const constant = module && checker.getExportsOfModule(module).find(({ name }) => name === 'default');
  if (constant && typescript.isExportAssignment(parent)) return { kind: 'top', statement: parent, constant };
  if (!typescript.isVariableDeclaration(parent)) throw new NotMigrated(call, 'it is made where it is used');
  const { parent: list } = parent;
  const { parent: statement } = list;
  const variable = checker.getSymbolAtLocation(parent.name);
  if (
    !typescript.isVariableStatement(statement) ||
    !(list.flags & typescript.NodeFlags.Const) ||
    statement.declarationList.declarations.length > 1 ||
    variable === undefined
  )
    throw new NotMigrated(parent, 'its variable is no constant of its own');
  if (typescript.isModuleBlock(statement.parent))
    throw new NotMigrated(parent, 'it is a member of a namespace');
  const kind = typescript.isSourceFile(statement.parent) ? 'top' : 'local';
  return { kind, statement, constant: variable };
}
