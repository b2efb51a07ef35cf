import {
  type CodegenContext,
  readFormerToolNames,
  readFunctionDocs,
  type ToolSite,
} from '@toolwright/program/compiler';
import type { Guard } from './owners/guards.js';

/** Returns the former names of a tool from the nearest `@was`. Codegen reports invalid names. */
export function formerNamesOf(
  { name, signature, documented }: Pick<ToolSite, 'name' | 'signature' | 'documented'>,
  { compiler }: Pick<CodegenContext, 'compiler'>,
): readonly string[] {
  const isParameter = (one: string): boolean =>
    signature.parameters.some((parameter) => parameter.name === one);
  for (const node of documented) {
    const { was } = readFunctionDocs(compiler, node, isParameter);
    if (was !== undefined) return readFormerToolNames(was, name, () => undefined) ?? [];
  }
  return [];
}

/** Adds the current names of tools to policy lists that contain former names, as happens at run time. */
export function withPresentNames(
  guards: readonly Guard[],
  formerNames: ReadonlyMap<string, readonly string[]>,
): readonly Guard[] {
  const present = (list: Guard['untrusted']): Guard['untrusted'] => {
    if (list === undefined) return undefined;
    const renamed = [...formerNames].filter(([, former]) => former.some((name) => list.has(name)));
    return new Set([...list, ...renamed.map(([name]) => name)]);
  };
  return guards.map((guard) => ({
    ...guard,
    untrusted: present(guard.untrusted),
    waysOut: present(guard.waysOut),
  }));
}
