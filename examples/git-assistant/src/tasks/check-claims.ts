import type { Changelog, ChangelogEntry, Review, SemanticBlame } from '@toolwright/capabilities';
import type { Repository } from '../git/open-repository.js';
import { resolveCommit } from '../git/resolve-commit.js';
import type { CheckedFinding, GitAnswer } from '../output/render-answer.js';
import { FindingCheck, type ReviewedFiles } from './check-findings.js';

/** The files and lines that the answer is about. */
export interface Subject extends ReviewedFiles {
  /** The line that was asked about. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** An answer whose files, lines and commits exist, and a sentence about each that did not. */
export interface Checked {
  readonly answer: GitAnswer;
  readonly warnings: readonly string[];
}

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

  constructor(
    private readonly repository: Repository,
    private readonly subject: Subject,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async answer(answer: GitAnswer): Promise<GitAnswer> {
    if (answer.type === 'Review') return { ...answer, value: await this.#review(answer.value) };
    if (answer.type === 'Changelog') return { ...answer, value: await this.#changelog(answer.value) };
    if (answer.type === 'SemanticBlame') return { ...answer, value: await this.#blame(answer.value) };
    return answer;
  }

  async #review(review: Review): Promise<Review> {
    const warn = (sentence: string) => void this.warnings.push(sentence);
    const check = new FindingCheck(this.repository, this.subject, warn, this.signal);
    const findings: CheckedFinding[] = [];
    for (const finding of review.findings) {
      const checked = await check.check(finding);
      if (checked !== undefined) findings.push(checked);
    }
    return { ...review, findings, verdict: this.#verdict(review, findings) };
  }

  /** A severe finding needs changes, whatever the model concludes from it. */
  #verdict({ verdict }: Review, findings: readonly CheckedFinding[]): Review['verdict'] {
    const severe = findings.find(
      ({ severity, evidenceFound }) =>
        (severity === 'critical' || severity === 'high') && evidenceFound !== false,
    );
    if (severe === undefined || verdict === 'request-changes') return verdict;
    this.warnings.push(`The verdict was ${verdict}, but a finding is ${severe.severity}.`);
    return 'request-changes';
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
      ...this.subject.place,
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
    return resolveCommit(this.repository.git, hash, this.signal).then(
      () => true,
      () => false,
    );
  }
}
