import type { ts } from 'ts-morph';

/**
 * The project's options as codegen needs them: nothing is written, null and undefined are kept apart, and a project on an older
 * TypeScript keeps the defaults that TypeScript 6 changed.
 * @param installed Major version of the project's own TypeScript, where it has one.
 * @see https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/
 */
export function codegenOptions(
  options: ts.CompilerOptions,
  installed: number | undefined,
): ts.CompilerOptions {
  const older = installed !== undefined && installed < 6;
  const { composite, incremental, tsBuildInfoFile, ...rest } = options;
  return {
    ...(older ? { types: ['*'], strict: false } : {}),
    ...rest,
    ignoreDeprecations: '6.0',
    strictNullChecks: true,
    noEmit: true,
    skipLibCheck: true,
    noErrorTruncation: true,
  };
}
