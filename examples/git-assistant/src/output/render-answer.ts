import type {
  Changelog,
  ChangelogEntry,
  gitOutputs,
  PullRequest,
  ReleaseNotes,
  Review,
  SemanticBlame,
  TaskResponse,
} from '@toolwright/capabilities';
import { showHidden } from './check-message.js';
import { composeMessage } from './compose-message.js';

export type GitAnswer = TaskResponse<typeof gitOutputs>;

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

function renderReview({ summary, findings, strengths, verdict }: Review): string {
  const places = findings.map((finding) => {
    const place = finding.line === null ? finding.file : `${finding.file}:${finding.line}`;
    const suggestion = finding.suggestion === '' ? '' : `Suggestion: ${finding.suggestion}`;
    return join(
      `### ${finding.severity}: ${finding.title}`,
      `${place} (${finding.category})`,
      finding.body,
      suggestion,
    );
  });
  return join(
    `# Review: ${verdict}`,
    summary,
    section('Findings', places.join('\n')),
    section('Strengths', list(strengths)),
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
