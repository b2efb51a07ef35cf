import { ToolwrightError } from 'toolwright';
import { count } from '../../output/count.js';
import { type CheckedFinding, type GitAnswer, SEVERITIES } from '../../output/render-answer.js';
import { reviewToAnnotations } from '../../output/review-annotations.js';
import { reviewToSarif } from '../../output/review-sarif.js';
import { prepareReview, type ReviewOptions } from '../../tasks/prepare-review.js';
import { cannot } from '../../tasks/task.js';
import { printAnswer, printEffort } from '../display/print-answer.js';
import { printableJson } from '../display/printable.js';
import { refuseScripted, SevereFindings } from '../refusal.js';
import type { Session } from '../session/session.js';
import { version } from '../version.js';
import { answerCommand } from './answer-command.js';

export const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

export interface ReportOptions {
  readonly format?: (typeof FORMATS)[number];
  /** The severity from which findings fail the command. Default: never. */
  readonly failOn?: (typeof SEVERITIES)[number] | 'never';
}

/**
 * Reviews a change, for people or for CI.
 * @throws SevereFindings after the review was printed, if it has findings as severe as `failOn`
 */
export async function reviewCommand(
  given: Session,
  { format, failOn = 'never', ...reviewed }: ReviewOptions & ReportOptions,
): Promise<void> {
  const { io } = given;
  if (given.options.json && format !== undefined && format !== 'json')
    throw cannot(`--json and --format ${format} contradict each other.`, 'Leave one of them out.');
  const session = format === 'json' ? { ...given, options: { ...given.options, json: true } } : given;
  const task = await prepareReview(session.repository, reviewed, io.signal);
  await answerCommand(session, task, (answer, scripted) => {
    if (format === 'sarif' || format === 'github') {
      if (answer.type !== 'Review')
        io.stderr.write('Warning: The answer is no Review, so it has no findings.\n');
      const lines = () => `${reviewToAnnotations(answer).join('\n')}\n`;
      io.stdout.write(format === 'github' ? lines() : printableJson(reviewToSarif(answer, version())));
      printEffort(answer, io);
    } else printAnswer(answer, io, session.options);
    if (failOn === 'never') return;
    refuseScripted(scripted, 'The change was not judged');
    assertMild(answer, failOn);
  });
}

/** Only findings fail a job: the verdict follows from them, and evidence that does not exist shows nothing. */
function assertMild(answer: GitAnswer, failOn: (typeof SEVERITIES)[number]): void {
  if (answer.type !== 'Review')
    throw new ToolwrightError(
      'INVALID_OUTPUT',
      'The answer is no Review, so nothing is known about its findings.',
      {
        blame: 'model',
      },
    );
  const least = SEVERITIES.indexOf(failOn);
  const severe = answer.value.findings.filter(
    ({ severity, evidenceFound }: CheckedFinding) =>
      evidenceFound !== false && SEVERITIES.indexOf(severity) >= least,
  );
  if (severe.length > 0)
    throw new SevereFindings(
      `${count(severe.length, 'finding')} of severity ${failOn} or above (--fail-on).`,
    );
}
