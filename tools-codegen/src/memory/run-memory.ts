import {
  createStepMemory,
  findCachePlace,
  findPlainFile,
  findStats,
  hashOf,
  hasShape,
  MAX_SHOWN,
  type OwnCode,
  readSourceLine,
  type Shape,
  type StepMemory,
  stampOf,
  withoutOwnFiles,
} from '@toolwright/program';
import type { CodegenRun, GeneratedModule } from '../codegen-run.js';
import { proofHash } from '../effects/proof.js';
import type { RunOptions } from '../generate-options.js';
import type { ProjectState } from '../incremental/project-state.js';
import type { PackedProject } from './pack-project.js';

/** The data that callers of an unchanged run need. The locations of its tools are stored separately, as details. */
export interface RunHead
  extends Pick<
    CodegenRun,
    'resources' | 'schemas' | 'diagnostics' | 'projectDir' | 'toolCount' | 'manifest' | 'validators'
  > {
  /** The source line of each diagnostic; null if the line is too long or unavailable. Undefined until the modules are written. */
  readonly lines?: readonly (string | null)[];
}

/** The rest of a run: the project reading, from which the modules can be printed again. */
export interface RunBody extends Pick<ProjectState, 'roots' | 'files' | 'separable'> {
  readonly project: PackedProject;
}

/** Stores the latest run without errors. */
export type RunMemory = StepMemory<RunHead, RunBody>;

const HEAD: Shape<Omit<RunHead, 'lines'>> = {
  resources: true,
  schemas: true,
  diagnostics: true,
  projectDir: true,
  toolCount: true,
  manifest: true,
  validators: true,
};
const BODY: Shape<RunBody> = { roots: true, files: true, separable: true, project: true };

/** Returns undefined if runs with these options are not stored. */
export function findRunMemory(options: RunOptions, code: OwnCode): RunMemory | undefined {
  const place = options.cache === false ? undefined : findCachePlace(options);
  return (
    place &&
    createStepMemory<RunHead, RunBody>({
      // Another proof gives other modules, so a run with it replaces this one.
      place:
        options.proof === undefined ? place : { ...place, key: `${place.key} ${proofHash(options.proof)}` },
      code,
      disk: withoutOwnFiles(options),
      isHead: (head): head is RunHead => hasShape(head, HEAD),
      isBody: (body): body is RunBody => hasShape(body, BODY),
    })
  );
}

/** Adds the stamps of the written modules to a head. Returns undefined if a module on disk has different content. */
export function settleHead(head: RunHead): RunHead | undefined {
  const [manifest, validators] = [stampModule(head.manifest), stampModule(head.validators)];
  return manifest && validators && { ...head, manifest, validators, lines: readLines(head) };
}

function readLines({ diagnostics, projectDir }: RunHead): (string | null)[] {
  const sourceLine = readSourceLine(projectDir);
  return diagnostics.map(({ file, line }) => {
    const text = file === undefined || line === undefined ? undefined : sourceLine(file, line);
    return text === undefined || text.length > MAX_SHOWN ? null : text;
  });
}

function stampModule({ file, hash }: GeneratedModule): GeneratedModule | undefined {
  if (hash === undefined) return findStats(file) === undefined ? { file, hash } : undefined;
  const found = findPlainFile(file);
  if (found === undefined || hashOf(found.bytes) !== hash) return undefined;
  const stamp = stampOf(found.stats, Date.now());
  return stamp === undefined ? undefined : { file, hash, stamp };
}
