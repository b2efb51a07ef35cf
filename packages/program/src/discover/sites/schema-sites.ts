import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { findEndingMention, findOwnTags } from '../../docs/js-docs.js';
import type { CodegenContext } from '../context.js';
import { createExportLookup, type ExportBinding, type FindExport } from './exports.js';

/** An exported type with the JSDoc tag `@schema`. */
export interface SchemaSite {
  readonly name: string;
  readonly declaration: TypeDeclaration;
  readonly binding: ExportBinding;
  /** Identifies the type: the same for all of its declarations. */
  readonly type: string;
}

export type TypeDeclaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration;

/** Finds the types with the tag `@schema`, and reports the tag on anything else. */
export function findSchemaSites(files: readonly ts.SourceFile[], context: CodegenContext): SchemaSite[] {
  const { ts } = context.compiler;
  const findExport = createExportLookup(context.compiler, { types: true });
  const sites: SchemaSite[] = [];
  for (const file of files) {
    if (!file.text.includes('@schema')) continue;
    const visit = (node: ts.Node): void => {
      const tag = findSchemaTag(node, context.compiler);
      const site = tag && readSite(node, tag, findExport, context);
      if (site !== undefined) sites.push(site);
      if (tag === undefined && isTypeDeclaration(node, ts)) reportMention(node, context);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(file, visit);
  }
  return sites;
}

function findSchemaTag(node: ts.Node, compiler: Compiler): ts.JSDocTag | undefined {
  return findOwnTags(compiler, node).find(({ tagName }) => tagName.text === 'schema');
}

function reportMention(node: ts.Node, { compiler, report }: CodegenContext): void {
  const mention = findEndingMention(compiler, node, 'schema');
  if (mention === undefined) return;
  const message = 'The tag `@schema` is part of the sentence before it, so it marks no type.';
  report({ code: 'TW1033', node: mention.tagName, message });
}

function readSite(
  node: ts.Node,
  tag: ts.JSDocTag,
  findExport: FindExport,
  { compiler: { ts, checker }, report }: CodegenContext,
): SchemaSite | undefined {
  if (!isTypeDeclaration(node, ts)) {
    report({ code: 'TW1030', node: tag, message: 'The JSDoc tag `@schema` is not on a type.' });
    return undefined;
  }
  const name = node.name?.text;
  const binding = findExport(node);
  if (name === undefined || binding === undefined) {
    const subject = name === undefined ? 'An unnamed type' : `The type \`${name}\``;
    report({
      code: 'TW1030',
      node: node.name ?? tag,
      message: `${subject} has the tag \`@schema\`, but is not exported.`,
    });
    return undefined;
  }
  const [parameter] = ('typeParameters' in node && node.typeParameters) || [];
  if (parameter !== undefined) {
    const message = `\`${name}\` has the type parameter \`${parameter.name.text}\`, so it has no single schema.`;
    report({ code: 'TW1031', node: node.name ?? tag, message });
    return undefined;
  }
  return { name, declaration: node, binding, type: typeKey(node, checker) };
}

function typeKey(node: TypeDeclaration, checker: ts.TypeChecker): string {
  const symbol = node.name && checker.getSymbolAtLocation(node.name);
  const first = symbol?.declarations?.[0] ?? node;
  return `${first.getSourceFile().fileName}:${first.pos}`;
}

function isTypeDeclaration(node: ts.Node, ts_: typeof ts): node is TypeDeclaration {
  return (
    ts_.isInterfaceDeclaration(node) ||
    ts_.isTypeAliasDeclaration(node) ||
    ts_.isClassDeclaration(node) ||
    ts_.isEnumDeclaration(node)
  );
}
