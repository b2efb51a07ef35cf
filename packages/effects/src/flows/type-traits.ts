import {
  type CodegenContext,
  holdsSecret,
  holdsUntrusted,
  type ToolSite,
} from '@toolwright/program/compiler';

/** What the types of a tool say about its data. */
export interface TypeTraits {
  /** Whether it gives anything back, as a result or as progress. */
  readonly givesResult: boolean;
  /** Whether its result is typed as `Untrusted`, or has a part that is. */
  readonly isUntrusted: boolean;
  /** Whether the app's context that it gets holds a `Secret`. */
  readonly takesSecret: boolean;
}

export function readTypeTraits(
  { signature }: Pick<ToolSite, 'signature'>,
  context: CodegenContext,
): TypeTraits {
  const { compiler, library } = context;
  const { ts, checker } = compiler;
  const result = checker.getReturnTypeOfSignature(signature);
  const value = checker.getAwaitedType(result) ?? result;
  const apps = signature.parameters.flatMap((parameter) => {
    const app = library.appOfContext(checker.getTypeOfSymbol(parameter));
    return app === undefined ? [] : [app];
  });
  return {
    givesResult: (value.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) === 0,
    isUntrusted: holdsUntrusted(compiler, value),
    takesSecret: apps.some((app) => holdsSecret(compiler, app)),
  };
}
