import {
  type CachePlace,
  hasShape,
  type QuickFacts,
  readCheckedBytes,
  type Shape,
  writeCheckedBytes,
} from '@toolwright/program';
import type { CodegenRun } from '../codegen-run.js';

/**
 * What callers need of a stored run if nothing changed, in a form that is loaded and checked fast. It exists as soon as the stamps of all
 * files prove their content.
 */
export interface QuickRun
  extends Pick<
    CodegenRun,
    'resources' | 'schemas' | 'diagnostics' | 'projectDir' | 'toolCount' | 'manifest' | 'validators'
  > {
  /** The key of its `CachePlace`. */
  readonly options: string;
  /** The name of the stored run's body. */
  readonly body: string;
  /** The line of source of each diagnostic; null where it is long, or where there is none. */
  readonly lines: readonly (string | null)[];
  readonly codeFolder: string;
  readonly code: QuickFacts;
  readonly facts: QuickFacts;
}

/** A quick run with the places of its tools as JSON in UTF-8, which few callers need. */
export interface StoredQuickRun {
  readonly run: QuickRun;
  readonly tools: Buffer;
}

const FACTS: Shape<QuickFacts> = {
  files: true,
  listings: true,
  linked: true,
  entries: true,
  links: true,
};
const RUN: Shape<QuickRun> = {
  options: true,
  body: true,
  lines: true,
  codeFolder: true,
  code: true,
  facts: true,
  toolCount: true,
  resources: true,
  schemas: true,
  diagnostics: true,
  projectDir: true,
  manifest: true,
  validators: true,
};

/** Reads the quick run; undefined if there is none, or if it is damaged. */
export function readQuickRun(place: CachePlace): StoredQuickRun | undefined {
  const bytes = readCheckedBytes(fileOf(place));
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(NEWLINE);
  const run = parse(bytes.toString('utf8', 0, end));
  const isWhole = hasShape<QuickRun>(run, RUN) && hasShape(run.code, FACTS) && hasShape(run.facts, FACTS);
  return isWhole && run.options === place.key ? { run, tools: bytes.subarray(end + 1) } : undefined;
}

/** Stores a quick run on two lines, so that its tools need not be parsed. */
export function writeQuickRun(place: CachePlace, { run, tools }: StoredQuickRun): void {
  writeCheckedBytes(fileOf(place), Buffer.concat([Buffer.from(`${JSON.stringify(run)}\n`), tools]));
}

const NEWLINE = 0x0a;

function fileOf({ folder, name }: CachePlace): string {
  return `${folder}/${name}.quick`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Written in another format.
    return undefined;
  }
}
