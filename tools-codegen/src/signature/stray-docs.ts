import { findCodeSigns } from '@toolwright/json-schema';
import { isJavaScriptFile } from '@toolwright/program';
import {
  type CodegenContext,
  type Compiler,
  type FunctionDocs,
  findJSDocs,
  isParameterTag,
  type ReadTag,
  readComment,
  type ToolSite,
  typescript,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { reportUnread } from '../docs/apply-docs.js';
import type { Parameter } from './parameter.js';

/** Reports JSDoc of parameters that do not exist, and constraints that do not name a parameter. */
export function reportStrayDocs(
  { documented, at }: ToolSite,
  docs: FunctionDocs,
  { unknown, parameters }: { readonly unknown: readonly string[]; readonly parameters: readonly Parameter[] },
  context: CodegenContext,
): void {
  const { compiler, report } = context;
  for (const name of unknown) {
    const node = documented
      .map((owner) => findParameterTag(owner, name, compiler))
      .find((tag) => tag !== undefined);
    const what = name.includes('.') ? 'property' : 'parameter';
    report({ code: 'TW3003', node: node ?? at, message: `There is no ${what} \`${name}\`.` });
  }
  for (const { node, owner = '' } of strayTypes(documented[0], parameters, compiler)) {
    if (unknown.includes(owner)) continue;
    report({ code: 'TW3003', node: nameNode(node) ?? at, message: `There is no parameter \`${owner}\`.` });
  }
  reportUnread(docs, report);
  reportSentences(docs, { at: documented[0] ?? at, parameters }, context);
  for (const { name, node, text } of docs.tags) {
    // An example of a function usually shows a call.
    if (name === 'example' && !NAMED_VALUE.test(text)) {
      const message = 'The text of `@example` appears in no schema: it does not name a parameter.';
      const hint =
        'If a model should read it, use `@example` with a parameter and a value, or move the text above the first tag.';
      report({ code: 'TW3005', node, message, hint });
      continue;
    }
    report({ code: 'TW3003', node, message: `\`@${name}\` does not name a parameter of the tool.` });
  }
}

/** Warns of `@param city` within a sentence if there is such a parameter, because a tag may have been meant. */
function reportSentences(
  { description, parameters: documented }: FunctionDocs,
  { at, parameters }: { readonly at: ts.Node; readonly parameters: readonly Parameter[] },
  { report }: CodegenContext,
): void {
  for (const text of [description, ...[...documented.values()].map((docs) => docs.description)]) {
    if (text?.includes('@') !== true) continue;
    const signs = findCodeSigns(text);
    for (const { index, 1: name = '' } of text.matchAll(
      /@(?:param|arg|argument)\s+(?:\{[^{}]*\}\s*)?\[?([\w$]+)/g,
    )) {
      if (signs.has(index) || !parameters.some((parameter) => parameter.name === name)) continue;
      const message = `\`@param ${name}\` is part of the sentence before it, so it describes no parameter.`;
      report({ code: 'TW1033', node: at, message });
    }
  }
}

/** Matches a name and a JSON value on one line, such as `days 5`. */
const NAMED_VALUE = /^[\w$.]+[ \t]+(?:-?\d[\d.eE+-]*|"[^"\n]*"|true|false|null|[[{].*[\]}])$/;

function findParameterTag(owner: ts.Node, name: string, compiler: Compiler): ts.Node | undefined {
  return nameNode(parameterTags(owner, compiler).find((tag) => tag.owner === name)?.node);
}

function parameterTags(owner: ts.Node, compiler: Compiler): readonly ReadTag[] {
  const tags = findJSDocs(compiler, owner).flatMap((comment) => readComment(comment).tags);
  return tags.filter(({ name }) => isParameterTag(name));
}

function nameNode(tag: ts.Node | undefined): ts.Node | undefined {
  return tag !== undefined && typescript.isJSDocPropertyLikeTag(tag) ? tag.name : tag;
}

/**
 * Finds tags that declare types of unknown parameters. In JavaScript, a tag without a description still declares a type. For a destructured
 * parameter, it may use any name.
 */
function strayTypes(
  owner: ts.Node | undefined,
  parameters: readonly Parameter[],
  compiler: Compiler,
): readonly ReadTag[] {
  const names = new Set(parameters.map(({ name }) => name));
  if (owner === undefined || names.has(undefined) || !isJavaScriptFile(owner.getSourceFile())) return [];
  return parameterTags(owner, compiler).filter(
    ({ owner: name = '', hasType }) => hasType && !name.includes('.') && !names.has(name),
  );
}
