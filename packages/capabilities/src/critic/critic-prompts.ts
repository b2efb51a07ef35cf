import type { Critique } from './critique.js';

/** An answer, with everything that the critic needs to judge it. */
export interface Criticised {
  /** The task prompt of the agent that answered. */
  readonly task: string;
  readonly style: string;
  /** The user's request. */
  readonly request: string;
  readonly answer: unknown;
}

/** Returns the critic's prompt. Escapes the tags within each part, so that quoted text cannot close a part early. */
export function critiqueRequest({ task, style, request, answer }: Criticised): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, undefined, 2);
  const quote = (part: string) => part.replace(/<(?=\s*\/?\s*(?:task|style|request|answer)\b)/gi, '&lt;');
  return `Check this answer.

<task>
${quote(task)}
</task>

<style>
${quote(style)}
</style>

<request>
${quote(request)}
</request>

<answer>
${quote(text)}
</answer>`;
}

/** Whether a revision could improve the answer. */
export function wantsRevision({ requiresRevision, issues, revisionPrompt }: Critique): boolean {
  return requiresRevision && (issues.length > 0 || revisionPrompt.trim() !== '');
}

export function revisionRequest({ issues, revisionPrompt }: Critique): string {
  const list = issues.map(({ severity, title, body }) => `- ${title} (${severity}): ${body}`);
  return [
    'Your answer was reviewed and must be revised. Fix the valid points below, keep the rest, and return the whole answer in the same format.',
    revisionPrompt.trim(),
    list.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}
