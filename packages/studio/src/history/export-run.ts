import type { Redaction } from '@toolwright/redaction';
import type { RunReply } from '../protocol/requests.js';
import type { RunExport } from '../protocol/run-export.js';
import { exportHtml } from './export-html.js';

/**
 * Creates a file of a run and its sub-runs. Secrets are masked again, because programs may attach lines in which nothing was masked.
 * @param given the run with all its entries
 */
export function exportRun(
  given: Omit<RunReply, 'more'>,
  format: 'html' | 'json',
  redaction: Pick<Redaction, 'isSecret' | 'redactBody' | 'redactMember'>,
): RunExport {
  const masked = JSON.stringify(
    given,
    (name, value: unknown) =>
      // A text may be JSON itself, such as the arguments of a call.
      typeof value === 'string' && /^\s*[[{]/.test(value) && !redaction.isSecret(name)
        ? redaction.redactBody(value)
        : redaction.redactMember(name, value),
    format === 'json' ? 2 : undefined,
  );
  const { agent, startedAt } = given.summary;
  const time = new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-');
  const file = `run-${agent.replace(/[^a-z0-9]+/gi, '-').slice(0, 40)}-${time}.${format}`;
  if (format === 'json') return { file, type: 'application/json', text: `${masked}\n` };
  // The value has the same type; masked values became strings.
  return { file, type: 'text/html', text: exportHtml(JSON.parse(masked) as typeof given) };
}
