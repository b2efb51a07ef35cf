import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { isJavaScriptFile } from '../compiler/javascript-file.js';
import type { CodegenContext } from '../context.js';
import type { ToolSite } from '../discover/sites/tool-site.js';
import type { FunctionDocs } from '../docs/docs.js';
import { findJSDocs } from '../docs/js-docs.js';
import type { Parameter } from './parameter.js';

/** Reports JSDoc of parameters that do not exist, and constraints that name none. */
export function reportStrayDocs(
  { documented, at }: ToolSite,
  { tags }: FunctionDocs,
  { unknown, parameters }: { readonly unknown: readonly string[]; readonly parameters: readonly Parameter[] },
  { compiler, report }: CodegenContext,
): void {
  for (const name of unknown) {
    const node = documented
      .map((owner) => findParameterTag(owner, name, compiler))
      .find((tag) => tag !== undefined);
    const what = name.includes('.') ? 'property' : 'parameter';
    report({ code: 'TW3003', node: node ?? at, message: `There is no ${what} \`${name}\`.` });
  }
  for (const node of strayTypes(documented[0], parameters, compiler)) {
    if (unknown.includes(node.getText())) continue;
    report({ code: 'TW3003', node, message: `There is no parameter \`${node.getText()}\`.` });
  }
  for (const { name, node, text } of tags) {
    // An example of a function usually shows a call.
    if (name === 'example' && !NAMED_VALUE.test(text)) continue;
    report({ code: 'TW3003', node, message: `\`@${name}\` names no parameter of the tool.` });
  }
}

/** A name and a JSON value in one line, such as `days 5`. */
const NAMED_VALUE = /^[\w$.]+[ \t]+(?:-?\d[\d.eE+-]*|"[^"\n]*"|true|false|null|[[{].*[\]}])$/;

function findParameterTag(owner: ts.Node, name: string, compiler: Compiler): ts.Node | undefined {
  return parameterTags(owner, compiler).find((tag) => tag.name.getText() === name)?.name;
}

function parameterTags(owner: ts.Node, compiler: Compiler): ts.JSDocParameterTag[] {
  const tags = findJSDocs(compiler, owner).flatMap((comment) => [...(comment.tags ?? [])]);
  return tags.filter(compiler.ts.isJSDocParameterTag);
}

/** In JavaScript a tag without a description still states a type. Of what is destructured, a tag may say any name. */
function strayTypes(
  owner: ts.Node | undefined,
  parameters: readonly Parameter[],
  compiler: Compiler,
): ts.Node[] {
  const names = new Set(parameters.map(({ name }) => name));
  if (owner === undefined || names.has(undefined) || !isJavaScriptFile(owner.getSourceFile())) return [];
  const { ts } = compiler;
  return parameterTags(owner, compiler)
    .filter(({ name, typeExpression }) => typeExpression && ts.isIdentifier(name) && !names.has(name.text))
    .map(({ name }) => name);
}
