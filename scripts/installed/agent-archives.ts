import { packedArchives } from '../packed.mjs';

/** Returns the archives that a program with tools and an agent needs, with codegen: they install faster than all of them. */
export async function agentArchives(): Promise<string[]> {
  const archives: readonly string[] = await packedArchives();
  return archives.filter((file) => OWN.test(file));
}

const OWN =
  /(?:^|\/)(?:create-toolwright|toolwright(?:-(?:codegen|contract|core|effects|json|json-schema|lint|llm|logger|mcp|program|prompts|redaction|testing|tools))?)-\d[^/]*$/;
