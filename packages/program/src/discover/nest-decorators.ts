import type { ts } from 'ts-morph';
import { unwrap } from '../compiler/unwrap.js';
import type { CodegenContext } from './context.js';
import type { ClassTool } from './sites/class-tools.js';

const NEST = '@nestjs/common';
/** The decorators whose guards, pipes, interceptors and filters run around a handler. */
const ENHANCERS: ReadonlySet<string> = new Set(['UseGuards', 'UsePipes', 'UseInterceptors', 'UseFilters']);
/** The decorators of parameters that take a value of the caller, as tools do. */
const VALUES: ReadonlySet<string> = new Set(['Body', 'Param', 'Query']);

/** Whether a file imports the module that runs these decorators around tools. */
export function importsNestModule(source: ts.SourceFile, { ts }: CodegenContext['compiler']): boolean {
  return source.statements.some((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return false;
    const { moduleSpecifier: from } = statement;
    return from !== undefined && ts.isStringLiteral(from) && from.text === '@toolwright/nestjs';
  });
}

/** Finds the decorators of Nest on tools and on their classes that run something around a handler, each once. */
export function findEnhancers(tools: readonly ClassTool[], context: CodegenContext): readonly ts.Decorator[] {
  const { ts } = context.compiler;
  const places = new Set(tools.flatMap(({ owner, method }) => [owner, method]));
  return [...places]
    .flatMap((place) => (ts.canHaveDecorators(place) ? (ts.getDecorators(place) ?? []) : []))
    .filter((decorator) => ENHANCERS.has(findNestName(decorator, context) ?? ''));
}

/** Reports parameters of tools that Nest fills for a handler: for a tool, the model would have to. */
export function reportNestParameters(tools: readonly ClassTool[], context: CodegenContext): void {
  const { ts } = context.compiler;
  for (const parameter of new Set(tools.flatMap(({ method }) => [...method.parameters]))) {
    for (const decorator of ts.getDecorators(parameter) ?? []) {
      const name = findNestName(decorator, context) ?? findCustomName(decorator, context);
      if (name === undefined || VALUES.has(name)) continue;
      const message = `A model fills \`${parameter.name.getText()}\`, not \`@${name}\`: decorators of parameters do not act on tools.`;
      context.forFile(parameter.getSourceFile().fileName, () => {
        context.report({ code: 'TW1045', node: decorator, message });
      });
    }
  }
}

/** The name that `@nestjs/common` gives a decorator, under whatever name it was imported. */
function findNestName(decorator: ts.Decorator, context: CodegenContext): string | undefined {
  const { ts, checker } = context.compiler;
  const name = nameOf(decorator, context);
  if (name === undefined) return undefined;
  const member = ts.isPropertyAccessExpression(name) ? name.name.text : undefined;
  const local = ts.isPropertyAccessExpression(name) ? name.expression : name;
  const declaration = checker.getSymbolAtLocation(local)?.declarations?.[0];
  if (declaration === undefined || importedFrom(declaration, context) !== NEST) return undefined;
  if (ts.isImportSpecifier(declaration)) return (declaration.propertyName ?? declaration.name).text;
  return member;
}

/** The name of a decorator that a program has made with `createParamDecorator`. */
function findCustomName(decorator: ts.Decorator, context: CodegenContext): string | undefined {
  const { ts, checker } = context.compiler;
  const name = nameOf(decorator, context);
  const symbol = name && checker.getSymbolAtLocation(name);
  if (name === undefined || symbol === undefined) return undefined;
  const made = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = made.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  const { initializer } = declaration;
  const isCustom =
    initializer !== undefined &&
    ts.isCallExpression(initializer) &&
    ts.isIdentifier(initializer.expression) &&
    initializer.expression.text === 'createParamDecorator';
  return isCustom ? name.getText() : undefined;
}

function nameOf(
  { expression }: ts.Decorator,
  { compiler: { ts } }: CodegenContext,
): ts.Identifier | ts.PropertyAccessExpression | undefined {
  const used = unwrap(expression, ts);
  const callee = ts.isCallExpression(used) ? unwrap(used.expression, ts) : used;
  return ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee) ? callee : undefined;
}

function importedFrom(node: ts.Node, { compiler: { ts } }: CodegenContext): string | undefined {
  for (let each: ts.Node | undefined = node; each !== undefined; each = each.parent) {
    if (ts.isImportDeclaration(each) && ts.isStringLiteral(each.moduleSpecifier))
      return each.moduleSpecifier.text;
  }
  return undefined;
}
