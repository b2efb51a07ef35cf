import type { TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, referencedSymbol, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import { type FunctionNode, isBound, keyOf } from './bindings.js';
import { importMark } from './import-marks.js';

/** The parameter for the context of a call, and what changes where the function uses it. */
export interface ContextParameter {
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/** What the libraries call the parts of a call's context. */
const CONTEXT: Readonly<Record<string, string>> = {
  abortSignal: 'signal',
  signal: 'signal',
  toolCallId: 'callId',
};

/** Writes the parameter for the context of the call, if the function uses one. @throws NotMigrated */
export function contextParameter(
  node: FunctionNode,
  { framework, input }: ForeignTool,
  compiler: Compiler,
): ContextParameter | undefined {
  const [context, ...others] = node.parameters.slice(framework === 'mcp' && input === undefined ? 0 : 1);
  const other = others.find(({ name }) => isBound(name, node));
  if (other !== undefined) throw new NotMigrated(other, 'it takes more than a tool gets');
  if (context === undefined || !isBound(context.name, node)) return undefined;
  const { name } = context;
  const type = importMark('ToolContext');
  if (typescript.isIdentifier(name))
    return { text: `${name.text}: ${type}`, edits: memberEdits(name, node, compiler) };
  if (typescript.isArrayBindingPattern(name)) throw notGiven(name, name.getText());
  const parts = name.elements.map((element) => {
    const key = keyOf(element);
    const member = memberOf(key ?? '');
    if (member === undefined || element.initializer !== undefined)
      throw notGiven(element, key ?? element.getText());
    const local = element.name.getText();
    return member === local ? local : `${member}: ${local}`;
  });
  return { text: `{ ${parts.join(', ')} }: ${type}`, edits: [] };
}

/** Returns the edits that rename the members of a context, such as in `options.abortSignal`. @throws NotMigrated for any other use */
function memberEdits(parameter: ts.Identifier, node: FunctionNode, compiler: Compiler): readonly TextEdit[] {
  const symbol = compiler.checker.getSymbolAtLocation(parameter);
  const uses = namesIn(node).filter(
    (name) =>
      name !== parameter && name.text === parameter.text && referencedSymbol(name, compiler) === symbol,
  );
  return uses.flatMap((use): TextEdit[] => {
    const { parent } = use;
    if (!typescript.isPropertyAccessExpression(parent)) throw notGiven(use, use.text);
    const text = memberOf(parent.name.text);
    if (text === undefined) throw notGiven(parent, parent.getText());
    if (text === parent.name.text) return [];
    return [{ start: parent.name.getStart(), end: parent.name.end, text }];
  });
}

function memberOf(key: string): string | undefined {
  return Object.hasOwn(CONTEXT, key) ? CONTEXT[key] : undefined;
}

function notGiven(node: ts.Node, text: string): NotMigrated {
  return new NotMigrated(node, `it uses \`${text}\`, which a tool does not get`);
}
