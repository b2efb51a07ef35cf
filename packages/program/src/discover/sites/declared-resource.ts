import { readUriTemplate } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import { evaluateConstant } from '../../evaluate/evaluate.js';
import type { CodegenContext } from '../context.js';
import type { Mark } from '../marks/mark.js';
import { readResourceOptions, readToolOptions } from './tool-options.js';
import type { ToolSite } from './tool-site.js';

/** Reads the options of a mark, and the URI of a resource. Returns undefined if a reported problem leaves no URI. */
export function readDeclaration(
  mark: Mark,
  context: CodegenContext,
): Pick<ToolSite, 'options' | 'resource'> | undefined {
  if (mark.use === 'tool') return { options: readToolOptions(mark, context) };
  const options = readResourceOptions(mark, context);
  const at = uriNode(mark);
  const uri = readUri(mark, context);
  if (uri === undefined) return undefined;
  const { template, problem } = readUriTemplate(uri);
  if (template !== undefined) return { options, resource: { template, options, at } };
  const message = uri === '' ? 'The resource has no URI.' : `The URI \`${uri}\` ${problem}.`;
  context.report({ code: 'TW1034', node: at, message });
  return undefined;
}

/** Returns undefined for an expression that cannot be evaluated, and reports it. */
function readUri({ uri, by }: Mark, { compiler, report }: CodegenContext): string | undefined {
  if (typeof uri === 'string') return uri;
  if (uri === undefined) return '';
  const value = evaluateConstant(compiler, uri, { mutable: true })?.value;
  if (typeof value === 'string') return value;
  const message = 'Codegen cannot read the URI of the resource without running the program.';
  const hint = "Use the URI itself, such as `'docs://pages'`, or a constant with a literal value.";
  report({ code: 'TW1019', node: uri ?? by, message, hint });
  return undefined;
}

function uriNode({ uri, by }: Mark): ts.Node {
  return typeof uri === 'object' ? uri : by;
}
