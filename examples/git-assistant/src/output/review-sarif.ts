import { createHash } from 'node:crypto';
import type { Review } from '@toolwright/capabilities';
import { type CheckedFinding, type GitAnswer, renderAnswer } from './render-answer.js';

const LEVELS = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;

/**
 * A review as a SARIF 2.1.0 log with one run. An answer that is no review gives a log without results, of a run that failed.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function reviewToSarif(answer: GitAnswer, version: string): object {
  const driver = { name: 'git-assistant', version };
  const { rules, ...run } = answer.type === 'Review' ? runOf(answer.value) : failedRun(renderAnswer(answer));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ ...run, tool: { driver: { ...driver, rules } }, columnKind: 'utf16CodeUnits' }],
  };
}

function runOf({ findings, verdict, summary, strengths, notReviewed = [] }: Review) {
  const ids = [...new Set(findings.map(({ category }) => category))].sort();
  const seen = new Map<string, number>();
  return {
    rules: ids.map((id) => ({ id, shortDescription: { text: id } })),
    results: findings.map((finding) => toResult(finding, ids.indexOf(finding.category), seen)),
    properties: { verdict, summary, strengths, notReviewed },
  };
}

function failedRun(text: string) {
  const toolExecutionNotifications = [{ level: 'error', message: { text } }];
  return {
    rules: [],
    results: [],
    invocations: [{ executionSuccessful: false, toolExecutionNotifications }],
  };
}

function toResult(finding: CheckedFinding, ruleIndex: number, seen: Map<string, number>): object {
  const { category, severity, title, body, suggestion, file, line, endLine, evidence, confidence } = finding;
  const uri = Buffer.from(file).toString().split('/').map(encodeURIComponent).join('/');
  const region = {
    // GitHub needs a line also for a finding about a whole file.
    startLine: line ?? 1,
    ...(typeof endLine === 'number' && { endLine }),
    ...(evidence && finding.evidenceFound !== false && { snippet: { text: evidence } }),
  };
  return {
    ruleId: category,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: [title, body, suggestion && `Suggestion: ${suggestion}`].filter(Boolean).join('\n\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, region } }],
    partialFingerprints: { primaryLocationLineHash: fingerprint(finding, seen) },
    properties: {
      severity,
      ...(typeof confidence === 'number' && { confidence }),
      ...(finding.evidenceFound === false && { evidenceFound: false, evidence }),
    },
  };
}

/** The name by which GitHub knows a finding again in the next review: the code that it is about, wherever that moves, counted if repeated. */
function fingerprint({ category, file, evidence, title }: CheckedFinding, seen: Map<string, number>): string {
  const about = evidence?.replace(/\s/g, '') || title;
  const hash = createHash('sha256')
    .update(JSON.stringify([category, file, about]))
    .digest('hex')
    .slice(0, 16);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return `${hash}:${count}`;
}
