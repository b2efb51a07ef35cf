import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

export interface GivingCall {
  readonly arguments?: readonly ts.Expression[] | undefined;
}

/** Returns the program's calls to a declared function, or to the constructor of a class. */
export function callsOf(owner: ts.SignatureDeclaration, analysis: Analysis): readonly GivingCall[] {
  return analysis.compiler.ts.isConstructorDeclaration(owner)
    ? constructionsOf(owner.parent, analysis)
    : analysis.implementations.callsOf(owner);
}

/** Returns the constructions of a class, including those of its subclasses through `super(…)` or an inherited constructor. */
function constructionsOf(
  owner: ts.ClassLikeDeclaration,
  { compiler: { ts }, implementations }: Analysis,
): readonly GivingCall[] {
  const found: GivingCall[] = [...implementations.constructionsOf(owner)];
  for (const heir of implementations.subclassesOf(owner)) {
    const made = heir.members.find(ts.isConstructorDeclaration);
    if (made === undefined) found.push(...implementations.constructionsOf(heir));
    else found.push(...superCalls(made, ts));
  }
  return found;
}

function superCalls({ body }: ts.ConstructorDeclaration, ts_: typeof ts): ts.CallExpression[] {
  return (body?.statements ?? []).flatMap((statement) => {
    const call = ts_.isExpressionStatement(statement) ? statement.expression : undefined;
    return call !== undefined &&
      ts_.isCallExpression(call) &&
      call.expression.kind === ts_.SyntaxKind.SuperKeyword
      ? [call]
      : [];
  });
}
