import path from 'node:path';
import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** The ending of specifiers in a project's relative imports. */
export type ImportStyle = 'extension' | 'extensionless' | 'typescript';

/** TypeScript's extensions, mapped to those of the compiled files. */
const COMPILED: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
};

/** The compiler options that determine how specifiers end. */
export interface StyleRules {
  /** Whether TypeScript's own extensions are allowed. */
  readonly typescript: boolean;
  /** Whether Node's resolution applies, which requires extensions. */
  readonly node: boolean;
}

/** Finds what the compiler options of a project say about the specifiers of imports. */
export function styleRules({ ts, program }: Compiler): StyleRules {
  const options = program.getCompilerOptions();
  return {
    typescript:
      options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true,
    node: usesNodeResolution(options, ts),
  };
}

/**
 * Chooses the import style. Node's resolution requires extensions. Otherwise, the project's own imports decide: a bundler accepts all
 * styles, but a program that runs without a bundler does not.
 */
export function importStyle(
  { typescript, node }: StyleRules,
  written: ReadonlySet<ImportStyle>,
): ImportStyle {
  if (typescript && written.has('typescript')) return 'typescript';
  if (node || written.has('extension')) return 'extension';
  return typescript && !written.has('extensionless') ? 'typescript' : 'extensionless';
}

/** Finds the styles of a file's relative imports. */
export function findImportStyles(file: ts.SourceFile, ts_: typeof ts): ImportStyle[] {
  return [...new Set(relativeImports(file, ts_).map(endingStyle))];
}

/** Whether imports follow Node's resolution. If "moduleResolution" is not set, "module" decides. */
function usesNodeResolution({ module, moduleResolution }: ts.CompilerOptions, ts: Compiler['ts']): boolean {
  const { Node16, NodeNext } = ts.ModuleResolutionKind;
  if (moduleResolution !== undefined) return moduleResolution === Node16 || moduleResolution === NodeNext;
  return module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
}

/** Returns the specifier that one module uses to import another file. */
export function moduleSpecifier(from: string, file: string, style: ImportStyle): string {
  const relative = path.posix.relative(path.posix.dirname(from), file);
  const specifier = relative.startsWith('.') ? relative : `./${relative}`;
  const ending = path.posix.extname(specifier);
  if (style === 'typescript') return specifier;
  const bare = specifier.slice(0, -ending.length);
  const compiled = COMPILED[ending] ?? ending;
  return style === 'extensionless' && compiled === '.js' ? bare : `${bare}${compiled}`;
}

function relativeImports(file: ts.SourceFile, ts_: typeof ts): string[] {
  return file.statements.flatMap((statement) => {
    if (!ts_.isImportDeclaration(statement) && !ts_.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    return specifier && ts_.isStringLiteral(specifier) && /^\.\.?\//.test(specifier.text)
      ? [specifier.text]
      : [];
  });
}

function endingStyle(specifier: string): ImportStyle {
  if (/\.[mc]?tsx?$/.test(specifier)) return 'typescript';
  return /\.[mc]?jsx?$/.test(specifier) ? 'extension' : 'extensionless';
}
