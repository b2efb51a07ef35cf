import {
  type CodegenContext,
  holdsSecret,
  holdsUntrusted,
  type ToolSite,
} from '@toolwright/program/compiler';

/** Traits of a tool's types that say something about its data. */
export interface TypeTraits {
  readonly givesResult: boolean;
  /** Whether the result type is or contains `Untrusted`. */
  readonly isUntrusted: boolean;
  /** Whether the app context passed to the tool contains a `Secret`. */
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
