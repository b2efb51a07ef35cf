import type ts from 'typescript';

export function exportedTypes(
  options: ts.CompilerOptions,
  file: string,
  modules: readonly string[],
): { readonly head: string; readonly types: readonly string[] };
