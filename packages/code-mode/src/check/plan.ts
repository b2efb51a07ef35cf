import type ts from 'typescript';

/** A tool that a program calls. */
export interface PlannedCall {
  readonly name: string;
  /** Whether the call may run more than once: it is in a loop, in a function, or in a field of instances. */
  readonly isRepeated: boolean;
  /** The line of the program, counted from 1. */
  readonly line: number;
}

/** What a program may do, read from its text. */
export interface ProgramPlan {
  readonly calls: readonly PlannedCall[];
  /** False if the program uses `tools` in a way that hides which tools it calls; then it may call any. */
  readonly isComplete: boolean;
}

/** Reads what a program may do. */
export type PlanReader = (source: ts.SourceFile) => ProgramPlan;

/** This function is sent to a worker as text, so it must not refer to anything outside itself. */
export function createPlanReader(compiler: typeof ts): PlanReader {
  /** Returns the name in `tools.name(…)` and `tools['name'](…)`. */
  const calledName = (node: ts.Identifier): string | undefined => {
    const access = node.parent;
    const isCalled = compiler.isCallExpression(access.parent) && access.parent.expression === access;
    if (!isCalled) return undefined;
    if (compiler.isPropertyAccessExpression(access) && access.expression === node) return access.name.text;
    if (!compiler.isElementAccessExpression(access) || access.expression !== node) return undefined;
    const { argumentExpression } = access;
    return compiler.isStringLiteralLike(argumentExpression) ? argumentExpression.text : undefined;
  };
  const isMember = (node: ts.Identifier): boolean =>
    (compiler.isPropertyAccessExpression(node.parent) || compiler.isPropertyAssignment(node.parent)) &&
    node.parent.name === node;
  return (source) => {
    const calls: PlannedCall[] = [];
    let isComplete = true;
    const isRepeating = (node: ts.Node): boolean =>
      compiler.isIterationStatement(node, false) ||
      (compiler.isFunctionLike(node) && node.parent !== source) ||
      // Runs for each instance.
      (compiler.isPropertyDeclaration(node) &&
        !(compiler.getCombinedModifierFlags(node) & compiler.ModifierFlags.Static));
    const open: { readonly node: ts.Node; readonly isRepeated: boolean }[] = [
      { node: source, isRepeated: false },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, isRepeated } = next;
      if (compiler.isIdentifier(node) && node.text === 'tools' && !isMember(node)) {
        const name = calledName(node);
        // The first line is that of the function around the program.
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        if (name === undefined) isComplete = false;
        else calls.push({ name, isRepeated, line });
      }
      // Another way to the same object.
      if (compiler.isIdentifier(node) && node.text === 'globalThis') isComplete = false;
      const within = isRepeated || isRepeating(node);
      const children: ts.Node[] = [];
      compiler.forEachChild(node, (child) => {
        children.push(child);
      });
      for (const child of children.reverse()) open.push({ node: child, isRepeated: within });
    }
    return { calls, isComplete };
  };
}
