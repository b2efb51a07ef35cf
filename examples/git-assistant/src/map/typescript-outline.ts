import type ts from 'typescript';
import { isParseable } from './readable-source.js';

type Compiler = typeof ts;

/** Files that the TypeScript compiler reads. */
export const TYPESCRIPT_FILE = /\.[cm]?[jt]sx?$/;

/** The top-level declarations of a file, as the compiler sees them: `export class Agent { run, stop }`. */
export function outlineTypeScript(compiler: Compiler, path: string, text: string): string[] {
  if (!isParseable(text)) return [];
  try {
    const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, false);
    return file.statements.flatMap((statement) => describe(compiler, file, statement));
  } catch (error) {
    // Nesting without brackets can overflow the stack as well. One such file must not affect the others.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function describe(compiler: Compiler, file: ts.SourceFile, node: ts.Statement): string[] {
  const exported = isExported(compiler, node) ? 'export ' : '';
  const text = (part: ts.Node | undefined) => part?.getText(file) ?? 'default';
  if (compiler.isFunctionDeclaration(node)) {
    const parameters = node.parameters.map(({ name }) => text(name)).join(', ');
    return [`${exported}function ${text(node.name)}(${parameters})`];
  }
  if (compiler.isClassDeclaration(node)) {
    return [`${exported}class ${text(node.name)} { ${methodNames(compiler, file, node).join(', ')} }`];
  }
  if (compiler.isInterfaceDeclaration(node)) return [`${exported}interface ${text(node.name)}`];
  if (compiler.isTypeAliasDeclaration(node)) return [`${exported}type ${text(node.name)}`];
  if (compiler.isEnumDeclaration(node)) return [`${exported}enum ${text(node.name)}`];
  if (compiler.isModuleDeclaration(node)) return [`${exported}namespace ${text(node.name)}`];
  if (compiler.isVariableStatement(node) && exported !== '') {
    return node.declarationList.declarations.map(({ name }) => `export const ${text(name)}`);
  }
  if (compiler.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return [`export … from ${text(node.moduleSpecifier)}`];
  }
  return [];
}

function methodNames(compiler: Compiler, file: ts.SourceFile, node: ts.ClassDeclaration): string[] {
  return node.members.flatMap((member) => {
    const hidden =
      compiler.canHaveModifiers(member) &&
      compiler.getModifiers(member)?.some(({ kind }) => kind === compiler.SyntaxKind.PrivateKeyword);
    const callable = compiler.isMethodDeclaration(member) && !compiler.isPrivateIdentifier(member.name);
    return callable && hidden !== true ? [member.name.getText(file)] : [];
  });
}

function isExported(compiler: Compiler, node: ts.Statement): boolean {
  const modifiers = compiler.canHaveModifiers(node) ? compiler.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false;
}
