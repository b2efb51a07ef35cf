import type { CodegenRun, GeneratedModule } from '../codegen-run.js';
import { findPlainFile } from '../disk/plain-file.js';
import { packFacts, type QuickFacts } from '../disk/quick-facts.js';
import { findStats } from '../disk/real-disk.js';
import { hashOf, stampOf } from '../disk/stamp.js';
import type { ToolPlace } from '../tool-place.js';
import type { KeptRun } from './kept-run.js';

/**
 * What callers need of a stored run if nothing changed, in a form that is loaded and checked fast. It exists as soon as the stamps of all
 * files prove their content.
 */
export interface QuickRun
  extends Pick<
    CodegenRun,
    'schemas' | 'diagnostics' | 'projectDir' | 'toolCount' | 'manifest' | 'validators'
  > {
  /** The name of the stored run's body. */
  readonly body: string;
  readonly codeFolder: string;
  readonly code: QuickFacts;
  readonly facts: QuickFacts;
  /** JSON, because few callers need the places of tools. */
  readonly tools: string;
}

/** Packs a stored run; undefined if the stamps of some files do not prove their content, or if a module is stale. */
export function packRun(run: KeptRun): QuickRun | undefined {
  const { body, code, facts, tools, schemas, diagnostics, projectDir, modules } = run;
  const packed = packFacts(facts);
  const packedCode = packed && packFacts(code.facts);
  if (packed === undefined || packedCode === undefined) return undefined;
  const [manifest, validators] = [stampModule(modules.manifest), stampModule(modules.validators)];
  if (manifest === undefined || validators === undefined) return undefined;
  return {
    body,
    codeFolder: code.folder,
    code: packedCode,
    facts: packed,
    tools: JSON.stringify(tools),
    toolCount: countTools(tools),
    schemas,
    diagnostics,
    projectDir,
    manifest,
    validators,
  };
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
