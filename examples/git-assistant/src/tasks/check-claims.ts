import type {
  Changelog,
  ChangelogEntry,
  Review,
  ReviewFinding,
  SemanticBlame,
} from '@toolwright/capabilities';
import { readLines } from '../files/read-lines.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import { resolveCommit } from '../git/resolve-commit.js';
import type { GitAnswer } from '../output/render-answer.js';

/** Where the files that an answer names are: on the disk, in the index, or in a commit. */
export type ClaimedTree = 'disk' | 'index' | { readonly commit: string };

/** The files and lines that the answer is about. */
export interface Subject {
  readonly tree: ClaimedTree;
  /** The paths of the change, with those of deleted files. */
  readonly changed?: ReadonlySet<string>;
  /** The line that was asked about. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** An answer whose files, lines and commits exist, and a sentence about each that did not. */
export interface Checked {
  readonly answer: GitAnswer;
  readonly warnings: readonly string[];
}

const MAX_BYTES = 50_000_000;

/** Checks what an answer claims about the repository. What does not exist is left out, and named in a warning. */
export async function checkClaims(
  answer: GitAnswer,
  repository: Repository,
  subject: Subject,
  signal?: AbortSignal,
): Promise<Checked> {
  const check = new ClaimCheck(repository, subject, signal);
  const checked = await check.answer(answer);
  return { answer: checked, warnings: check.warnings };
}

class ClaimCheck {
  readonly warnings: string[] = [];
  readonly #repository: Repository;
  readonly #subject: Subject;
  readonly #signal: AbortSignal | undefined;
  /** By path, how many lines it has; undefined for a file that does not exist. */
  readonly #lengths = new Map<string, Promise<number | undefined>>();

  constructor(repository: Repository, subject: Subject, signal: AbortSignal | undefined) {
    this.#repository = repository;
    this.#subject = subject;
    this.#signal = signal;
  }

  async answer(answer: GitAnswer): Promise<GitAnswer> {
    if (answer.type === 'Review') return { ...answer, value: await this.#review(answer.value) };
    if (answer.type === 'Changelog') return { ...answer, value: await this.#changelog(answer.value) };
    if (answer.type === 'SemanticBlame') return { ...answer, value: await this.#blame(answer.value) };
    return answer;
  }

  async #review(review: Review): Promise<Review> {
    const findings: ReviewFinding[] = [];
    for (const finding of review.findings) {
      const checked = await this.#finding(finding);
      if (checked !== undefined) findings.push(checked);
    }
    return { ...review, findings };
  }

  async #finding(finding: ReviewFinding): Promise<ReviewFinding | undefined> {
    const { file, line, title } = finding;
    const path = findPath(file);
    const length = path === undefined ? undefined : await this.#lengthOf(path);
    if (path === undefined || (length === undefined && !this.#subject.changed?.has(path))) {
      this.warnings.push(`Left out: a finding about "${file}", which does not exist: ${title}.`);
      return undefined;
    }
    if (line === null) return { ...finding, file: path };
    const last = length ?? 0;
    if (Number.isInteger(line) && line >= 1 && line <= last) return { ...finding, file: path };
    const where = length === undefined ? 'is deleted or not read' : `has ${last} lines`;
    this.warnings.push(`"${path}" ${where}, so this finding has no line ${line}: ${title}.`);
    return { ...finding, file: path, line: null };
  }

  async #changelog(changelog: Changelog): Promise<Changelog> {
    const entries = async (list: readonly ChangelogEntry[]): Promise<ChangelogEntry[]> => {
      const checked: ChangelogEntry[] = [];
      for (const entry of list) checked.push({ ...entry, commits: await this.#known(entry.commits) });
      return checked;
    };
    return {
      ...changelog,
      added: await entries(changelog.added),
      changed: await entries(changelog.changed),
      deprecated: await entries(changelog.deprecated),
      removed: await entries(changelog.removed),
      fixed: await entries(changelog.fixed),
      security: await entries(changelog.security),
    };
  }

  async #blame(blame: SemanticBlame): Promise<SemanticBlame> {
    const known = new Set(await this.#known(blame.commits.map(({ hash }) => hash)));
    return {
      ...blame,
      ...this.#subject.place,
      commits: blame.commits.filter(({ hash }) => known.has(hash)),
    };
  }

  /** The hashes that name commits. Other revisions, such as branches, are none. */
  async #known(hashes: readonly string[]): Promise<string[]> {
    const known: string[] = [];
    for (const hash of hashes) {
      if (await this.#isCommit(hash)) known.push(hash);
      else this.warnings.push(`Left out: the commit "${hash}", which does not exist.`);
    }
    return known;
  }

  async #isCommit(hash: string): Promise<boolean> {
    if (!/^[0-9a-f]{4,64}$/i.test(hash)) return false;
    return resolveCommit(this.#repository.git, hash, this.#signal).then(
      () => true,
      () => false,
    );
  }

  #lengthOf(path: string): Promise<number | undefined> {
    const known = this.#lengths.get(path);
    if (known !== undefined) return known;
    const length = this.#readLength(path);
    this.#lengths.set(path, length);
    return length;
  }

  async #readLength(path: string): Promise<number | undefined> {
    const { tree } = this.#subject;
    if (tree === 'disk') {
      const range = { firstLine: 1, lines: 0, columns: 0, signal: this.#signal };
      return readLines(this.#repository, path, range).then(
        ({ total }) => total,
        () => undefined,
      );
    }
    const revision = tree === 'index' ? '' : tree.commit;
    const { stdout, exitCode } = await this.#repository.git.read(
      ['cat-file', 'blob', `${revision}:${path}`],
      {
        accept: [0, 128],
        maxBytes: MAX_BYTES,
        signal: this.#signal,
      },
    );
    if (exitCode !== 0 && stdout === '') return undefined;
    return stdout.split('\n').length - (stdout.endsWith('\n') || stdout === '' ? 1 : 0);
  }
}

/** The path as git writes it; undefined for one that leaves the repository. */
function findPath(file: string): string | undefined {
  try {
    return repositoryPath(file.trim()) || undefined;
  } catch {
    return undefined;
  }
}
