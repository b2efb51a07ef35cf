import type { ReviewFinding } from '@toolwright/capabilities';
import type { Comparison } from '../diff/read-changes.js';
import { PatchReader } from '../diff/read-patch.js';
import { readLines } from '../files/read-lines.js';
import { repositoryPath } from '../files/repository-path.js';
import { withholdSecrets } from '../files/secret-text.js';
import type { Repository } from '../git/open-repository.js';
import type { CheckedFinding } from '../output/render-answer.js';
import { findEvidence, type Place } from './find-evidence.js';

/** Where the files that an answer names are: on the disk, in the index, or in a commit. */
export type ClaimedTree = 'disk' | 'index' | { readonly commit: string };

/** The files that a review is about. */
export interface ReviewedFiles {
  readonly tree: ClaimedTree;
  /** The paths of the change, with those of deleted files. */
  readonly changed?: ReadonlySet<string>;
  /** What has changed, for evidence in lines that were removed. */
  readonly comparison?: Comparison;
}

interface FileText {
  /** Without secrets. Lines at the end of a very long file may be missing. */
  readonly lines: readonly string[];
  readonly total: number;
}

const MAX_BYTES = 50_000_000;
const MAX_LINES = 200_000;
const MAX_COLUMNS = 10_000;
/** Evidence that is as far from the named line does not move the finding: the line may be the beginning of what it is about. */
const NEAR = 3;

/** Checks the files, lines and evidence of findings. */
export class FindingCheck {
  /** By path; undefined for a file that does not exist. */
  readonly #texts = new Map<string, Promise<FileText | undefined>>();

  constructor(
    private readonly repository: Repository,
    private readonly reviewed: ReviewedFiles,
    private readonly warn: (sentence: string) => void,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** The finding at lines that exist; undefined if its file does not. */
  async check(finding: ReviewFinding): Promise<CheckedFinding | undefined> {
    const file = findPath(finding.file);
    const text = file === undefined ? undefined : await this.#textOf(file);
    if (file === undefined || (text === undefined && !this.reviewed.changed?.has(file))) {
      this.warn(`Left out: a finding about "${finding.file}", which does not exist: ${finding.title}.`);
      return undefined;
    }
    const found = { ...finding, file };
    const place = text && findEvidence(text.lines, finding.evidence ?? '', finding.line ?? 1);
    if (place === undefined) return this.#prove(this.#place(found, text), text);
    const { line } = finding;
    if (line === null || isNear(place, finding)) return this.#place(found, text);
    this.warn(
      `The evidence is at line ${place.first} of "${file}", not at line ${line}, so this finding is moved: ${finding.title}.`,
    );
    return { ...found, line: place.first, endLine: place.last > place.first ? place.last : null };
  }

  /** Takes away lines that the file does not have. */
  #place(finding: ReviewFinding, text: FileText | undefined): ReviewFinding {
    const { file, line, endLine = null, title } = finding;
    const last = text?.total ?? 0;
    const exists = (one: number, first: number) => Number.isInteger(one) && one >= first && one <= last;
    const first = line !== null && exists(line, 1) ? line : null;
    const end = endLine !== null && first !== null && exists(endLine, first) ? endLine : null;
    const wrong = line === first ? (endLine === end ? null : endLine) : line;
    if (wrong !== null) {
      const where = text === undefined ? 'is deleted or not read' : `has ${last} lines`;
      this.warn(`"${file}" ${where}, so this finding has no line ${wrong}: ${title}.`);
    }
    return { ...finding, line: first, endLine: end };
  }

  /** Marks a finding whose evidence is neither in the file nor among the removed lines. */
  async #prove(finding: ReviewFinding, text: FileText | undefined): Promise<CheckedFinding> {
    const { file, evidence = '', title } = finding;
    const isRead = text === undefined || text.lines.length >= text.total;
    if (evidence.trim() === '' || !isRead || (await this.#isRemoved(file, evidence))) return finding;
    this.warn(`The evidence is not in "${file}": ${title}.`);
    return { ...finding, evidenceFound: false };
  }

  async #isRemoved(path: string, evidence: string): Promise<boolean> {
    const { comparison } = this.reviewed;
    if (comparison === undefined) return false;
    const source = { git: this.repository.git, comparison, asText: new Set([path]) };
    const patch = await new PatchReader(source).read({ path }, MAX_BYTES, this.signal);
    const lines = patch?.text.split('\n') ?? [];
    const removed = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
    return findEvidence(removed, evidence, 1) !== undefined;
  }

  #textOf(path: string): Promise<FileText | undefined> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#readText(path);
    this.#texts.set(path, text);
    return text;
  }

  async #readText(path: string): Promise<FileText | undefined> {
    const { tree } = this.reviewed;
    if (tree === 'disk') {
      const range = { firstLine: 1, lines: MAX_LINES, columns: MAX_COLUMNS, signal: this.signal };
      return readLines(this.repository, path, range).catch(() => undefined);
    }
    const revision = tree === 'index' ? '' : tree.commit;
    const { stdout, exitCode } = await this.repository.git.read(['cat-file', 'blob', `${revision}:${path}`], {
      accept: [0, 128],
      maxBytes: MAX_BYTES,
      signal: this.signal,
    });
    if (exitCode !== 0 && stdout === '') return undefined;
    const lines = stdout.split('\n');
    if (lines.at(-1) === '') lines.pop();
    return { lines: withholdSecrets(lines), total: lines.length };
  }
}

function isNear({ first, last }: Place, { line, endLine }: ReviewFinding): boolean {
  const from = line ?? first;
  return first <= Math.max(from, endLine ?? from) + NEAR && last >= from - NEAR;
}

/** The path as git writes it; undefined for one that leaves the repository. */
function findPath(file: string): string | undefined {
  try {
    return repositoryPath(file.trim()) || undefined;
  } catch {
    return undefined;
  }
}
