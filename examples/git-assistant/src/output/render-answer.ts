import type {
  Changelog,
  ChangelogEntry,
  gitOutputs,
  PullRequest,
  ReleaseNotes,
  Review,
  ReviewFinding,
  SemanticBlame,
  TaskResponse,
} from '@toolwright/capabilities';
import { showHidden } from './check-message.js';
import { composeMessage } from './compose-message.js';

export type GitAnswer = TaskResponse<typeof gitOutputs>;

/** A finding after its evidence was looked up. */
export interface CheckedFinding extends ReviewFinding {
  /** False if the file does not have the evidence. */
  readonly evidenceFound?: false;
}

/** An answer as text for a terminal or a file. All answers except commit messages are Markdown. */
export function renderAnswer(answer: GitAnswer): string {
  switch (answer.type) {
    case 'PlainText':
      return `${answer.value.trimEnd()}\n`;
    case 'GeneratedMessage':
      return showHidden(composeMessage(answer.value));
    case 'PullRequest':
      return renderPullRequest(answer.value);
    case 'Review':
      return renderReview(answer.value);
    case 'Changelog':
      return renderChangelog(answer.value);
    case 'ReleaseNotes':
      return renderReleaseNotes(answer.value);
    case 'SemanticBlame':
      return renderBlame(answer.value);
    default:
      return unknownAnswer(answer);
  }
}

function renderPullRequest({ title, summary, changes, testing, breakingChanges }: PullRequest): string {
  return join(
    `# ${title}`,
    summary,
    section('Changes', list(changes)),
    section('Testing', testing),
    section('Breaking changes', list(breakingChanges)),
  );
}

/** The findings of a review: the most severe first, then those that the model is most certain of and that its evidence shows. */
export function rankFindings(findings: readonly CheckedFinding[]): CheckedFinding[] {
  const certainty = ({ confidence, evidenceFound }: CheckedFinding) =>
    evidenceFound === false ? -1 : (confidence ?? 0);
  return [...findings].sort(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || certainty(b) - certainty(a),
  );
}

/** From the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

function renderReview({ summary, findings, strengths, verdict, notReviewed }: Review): string {
  return join(
    `# Review: ${verdict}`,
    summary,
    section('Findings', rankFindings(findings).map(renderFinding).join('\n')),
    section('Strengths', list(strengths)),
    section('Not reviewed', list(notReviewed ?? [])),
  );
}

function renderFinding(finding: CheckedFinding): string {
  const { file, line, endLine, category, confidence, evidence = '', suggestion } = finding;
  const lines = line === null ? '' : `:${line}${endLine ? `-${endLine}` : ''}`;
  const certainty = typeof confidence !== 'number' ? '' : `, ${Math.round(confidence * 100)}% sure`;
  const quoted = evidence.trim() === '' ? '' : `\n\n${evidence.trimEnd().replace(/^/gm, '    ')}`;
  return join(
    `### ${finding.severity}: ${finding.title}`,
    `${file}${lines} (${category}${certainty})${quoted}`,
    finding.evidenceFound === false ? 'The file does not have this text.' : '',
    finding.body,
    suggestion === '' ? '' : `Suggestion: ${suggestion}`,
  );
}

function renderChangelog(changelog: Changelog): string {
  const { version, date } = changelog;
  const heading = version === null ? '## Unreleased' : `## [${version}]${date === null ? '' : ` - ${date}`}`;
  const kinds = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const;
  const sections = kinds.map((kind) => {
    const title = kind.charAt(0).toUpperCase() + kind.slice(1);
    return section(title, list(changelog[kind].map(renderEntry)), '###');
  });
  return join(heading, ...sections);
}

function renderEntry({ text, commits }: ChangelogEntry): string {
  return commits.length === 0 ? text : `${text} (${commits.map((id) => id.slice(0, 7)).join(', ')})`;
}

function renderReleaseNotes({ version, summary, highlights, changes, upgradeSteps }: ReleaseNotes): string {
  return join(
    version === null ? '# Release notes' : `# Release notes ${version}`,
    summary,
    ...highlights.map(({ title, body }) => section(title, body)),
    section('Other changes', list(changes)),
    section('Upgrading', list(upgradeSteps)),
  );
}

function renderBlame({ file, line, commits, explanation }: SemanticBlame): string {
  const history = commits.map(
    ({ hash, author, date, reason }) => `${hash.slice(0, 7)} ${date.slice(0, 10)} ${author}: ${reason}`,
  );
  return join(`# ${file}:${line}`, explanation, section('Commits', list(history)));
}

function section(title: string, body: string, level = '##'): string {
  return body.trim() === '' ? '' : `${level} ${title}\n\n${body.trim()}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item.replace(/\n/g, '\n  ')}`).join('\n');
}

function join(...parts: readonly string[]): string {
  const filled = parts.map((part) => part.trim()).filter(Boolean);
  return `${filled.join('\n\n')}\n`;
}

function unknownAnswer(answer: never): string {
  return `${JSON.stringify(answer, null, 2)}\n`;
}
