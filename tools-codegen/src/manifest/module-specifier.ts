import path from 'node:path';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';

/** How a project writes the ends of relative imports. */
export type ImportStyle = 'extension' | 'extensionless' | 'typescript';

/** TypeScript's endings and what each becomes when it is compiled. */
const COMPILED: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
};

/** What a project's options say of the ends of imports. */
export interface StyleRules {
  /** TypeScript's own endings are allowed. */
  readonly typescript: boolean;
  /** Node's own resolution, which demands extensions. */
  readonly node: boolean;
}

export function styleRules({ ts, program }: Compiler): StyleRules {
  const options = program.getCompilerOptions();
  return {
    typescript:
      options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true,
    node: usesNodeResolution(options, ts),
  };
}

/**
 * Node's own resolution demands extensions. Elsewhere the project's imports tell: a bundler takes all styles, the program that runs
 * without one does not.
 */
export function importStyle(
  { typescript, node }: StyleRules,
  written: ReadonlySet<ImportStyle>,
): ImportStyle {
  if (typescript && written.has('typescript')) return 'typescript';
  if (node || written.has('extension')) return 'extension';
  return typescript && !written.has('extensionless') ? 'typescript' : 'extensionless';
}

/** How a file writes the ends of its relative imports. */
export function findImportStyles(file: ts.SourceFile, ts_: typeof ts): ImportStyle[] {
  return [...new Set(relativeImports(file, ts_).map(endingStyle))];
}

/** Where "moduleResolution" is not given, "module" decides. */
function usesNodeResolution({ module, moduleResolution }: ts.CompilerOptions, ts: Compiler['ts']): boolean {
  const { Node16, NodeNext } = ts.ModuleResolutionKind;
  if (moduleResolution !== undefined) return moduleResolution === Node16 || moduleResolution === NodeNext;
  return module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
}

/** The specifier by which a module imports a file. */
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
