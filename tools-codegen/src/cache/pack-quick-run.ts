import {
  findPlainFile,
  findStats,
  hashOf,
  MAX_SHOWN,
  packFacts,
  readSourceLine,
  stampOf,
} from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { GeneratedModule } from '../codegen-run.js';
import type { ToolPlace } from '../tool-place.js';
import type { KeptRun } from './kept-run.js';
import type { StoredQuickRun } from './quick-run.js';

/** Packs a stored run; undefined if the stamps of some files do not prove their content, or if a module is stale. */
export function packQuickRun(kept: KeptRun): StoredQuickRun | undefined {
  const { options, body, code, tools, resources, schemas, diagnostics, projectDir, modules } = kept;
  const facts = packFacts(kept.facts);
  const codeFacts = facts && packFacts(code.facts);
  if (facts === undefined || codeFacts === undefined) return undefined;
  const [manifest, validators] = [stampModule(modules.manifest), stampModule(modules.validators)];
  if (manifest === undefined || validators === undefined) return undefined;
  const run = {
    options,
    body,
    codeFolder: code.folder,
    code: codeFacts,
    facts,
    projectDir,
    resources,
    schemas,
    diagnostics,
    lines: readLines(diagnostics, projectDir),
  };
  return {
    run: { ...run, toolCount: countTools(tools), manifest, validators },
    tools: Buffer.from(JSON.stringify(tools)),
  };
}

function readLines(diagnostics: readonly Diagnostic[], projectDir: string): (string | null)[] {
  const sourceLine = readSourceLine(projectDir);
  return diagnostics.map(({ file, line }) => {
    const text = file === undefined || line === undefined ? undefined : sourceLine(file, line);
    return text === undefined || text.length > MAX_SHOWN ? null : text;
  });
}

/** Adds the stamp of a module that is up to date; undefined if it is not. */
function stampModule({ file, hash }: GeneratedModule): GeneratedModule | undefined {
  if (hash === undefined) return findStats(file) === undefined ? { file, hash } : undefined;
  const found = findPlainFile(file);
  if (found === undefined || hashOf(found.bytes) !== hash) return undefined;
  const stamp = stampOf(found.stats, Date.now());
  return stamp === undefined ? undefined : { file, hash, stamp };
}

/** A method and those that override it are one tool. */
export function countTools(tools: readonly ToolPlace[]): number {
  return tools.filter(({ repeats }) => repeats !== true).length;
}
