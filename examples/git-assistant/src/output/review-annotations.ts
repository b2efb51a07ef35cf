import { formatWorkflowCommand } from '@toolwright/contract';
import { showHidden } from './check-message.js';
import { type CheckedFinding, type GitAnswer, rankFindings, renderAnswer } from './render-answer.js';

const COMMANDS = { critical: 'error', high: 'error', medium: 'warning', low: 'notice' } as const;

/** A review as workflow commands, a line each: the verdict, then the findings, which GitHub shows beside the lines of a change. */
export function reviewToAnnotations(answer: GitAnswer): string[] {
  if (answer.type !== 'Review') return [notice('Review', renderAnswer(answer))];
  const { verdict, summary, findings, notReviewed = [] } = answer.value;
  const left = notReviewed.map((sentence) => `Not reviewed: ${sentence}`);
  return [
    notice(`Review: ${verdict}`, [summary, ...left].join('\n')),
    ...rankFindings(findings).map(annotate),
  ];
}

function annotate({
  severity,
  title,
  body,
  suggestion,
  file,
  line,
  endLine,
  category,
}: CheckedFinding): string {
  const properties = {
    file: showHidden(file),
    line: line ?? undefined,
    endLine: endLine ?? undefined,
    title: showHidden(`${severity} (${category}): ${title}`),
  };
  const message = showHidden(suggestion === '' ? body : `${body}\nSuggestion: ${suggestion}`);
  return formatWorkflowCommand({ command: COMMANDS[severity], properties, message });
}

function notice(title: string, message: string): string {
  return formatWorkflowCommand({ command: 'notice', properties: { title }, message: showHidden(message) });
}
