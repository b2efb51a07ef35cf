import type { Located, ProvedHints, ToolSpec } from '@toolwright/contract';
import {
  type EffectsOptions,
  type EffectsResult,
  findStoredEffects,
  readEffects,
  wantsProvedHints,
} from '@toolwright/effects';
import { hashOf } from '@toolwright/program';

/** The hints that the code of a project proves, by the place of the tool. */
export type Proof = ReadonlyMap<string, ProvedHints>;

/** Finds the proved hints of a project, from the cache if nothing has changed. Undefined if the project does not ask for them. */
export async function findProof(options: EffectsOptions): Promise<Proof | undefined> {
  if (!wantsProvedHints(options)) return undefined;
  const read = effectsOptions(options);
  return proofOf(findStoredEffects(read) ?? (await readEffects(read)));
}

/** Leaves out what only codegen needs, so that all commands share what is stored. */
export function effectsOptions(options: EffectsOptions): EffectsOptions {
  const { cwd, project, include, exclude, out, cache } = options;
  return { cwd, project, include, exclude, out, cache };
}

/** Where several tools of one name stand in one line and differ, nothing is proved: the place does not tell them apart. */
export function proofOf({ tools }: EffectsResult): Proof {
  const proof = new Map<string, ProvedHints>();
  for (const tool of tools) {
    const key = keyOf(tool.name, tool);
    const hints = Object.fromEntries(tool.suggestions.map(({ hint, value }) => [hint, value]));
    const known = proof.get(key) ?? hints;
    proof.set(key, JSON.stringify(known) === JSON.stringify(hints) ? hints : {});
  }
  return proof;
}

/** The same for a proof whose tools only moved, so that what was read before a comment was added is still of use. */
export function proofHash(proof: Proof): string {
  return hashOf(JSON.stringify([...proof].map(([key, hints]) => [key.replace(/^\d+/, ''), hints])));
}

/** Returns the description of a tool with the hints that its code proves. */
export function withProof(spec: Located<ToolSpec>, proof: Proof | undefined): Located<ToolSpec> {
  const proved = proof?.get(keyOf(spec.name, spec.source));
  return proved === undefined || Object.keys(proved).length === 0 ? spec : { ...spec, proved };
}

function keyOf(name: string, { file, line }: { readonly file: string; readonly line: number }): string {
  return `${line}\n${file}\n${name}`;
}
