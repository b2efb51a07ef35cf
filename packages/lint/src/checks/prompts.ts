import { describeUnknown } from '@toolwright/contract';
import {
  type CodegenContext,
  type Finding,
  findNodes,
  type Inspection,
  memberOf,
  shown,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LintTool } from '../lint-tool.js';

/** Reports names in `addPrompt(…, { tools: ['forecast'] })` that no tool of the project has. */
export function* checkPrompts(
  tools: readonly LintTool[],
  { sources, context }: Inspection,
): Generator<Finding> {
  const names = [...new Set(tools.map(({ spec }) => spec.name))];
  const known = new Set(names);
  let hints = 0;
  for (const source of sources) {
    if (!source.text.includes('addPrompt')) continue;
    for (const call of findNodes(source, context.compiler, context.compiler.ts.isCallExpression)) {
      for (const node of namedTools(call, context)) {
        if (known.has(node.text) || isRegisteredAs(node.text, known)) continue;
        const message = `The prompt mentions the tool ${shown(node.text)}, which does not exist in the project.`;
        hints += 1;
        // If there are too many unknown names, searching for similar ones would take too long.
        if (hints > MAX_HINTS) yield { code: 'TW5012', node, message };
        else yield { code: 'TW5012', node, message, hint: describeUnknown('Tool', node.text, names).hint };
      }
    }
  }
}

const MAX_HINTS = 20;

/** Returns the literal tool names in a call to `addPrompt`. */
function namedTools(
  call: ts.CallExpression,
  { compiler, library }: CodegenContext,
): readonly ts.StringLiteralLike[] {
  const { ts, checker } = compiler;
  const { expression, arguments: given } = call;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'addPrompt') return [];
  const list = memberOf(given[2], 'tools', compiler);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return [];
  const owner = checker.getTypeAtLocation(expression.expression).getSymbol();
  if (!library.isNamed(owner, 'PromptRegistry')) return [];
  return list.elements.filter(ts.isStringLiteralLike);
}

/** Whether a tool may be registered under a name. Registration may add a prefix, and handoffs create tools. */
function isRegisteredAs(name: string, known: ReadonlySet<string>): boolean {
  if (name.startsWith('transfer_to_')) return true;
  for (let start = 1; start < Math.min(name.length, 64); start += 1)
    if (known.has(name.slice(start)) && /[_-]$/.test(name.slice(0, start))) return true;
  return false;
}
