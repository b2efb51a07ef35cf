import { formatCost, formatCount, formatDuration } from '@toolwright/contract';
import type { EvalReport } from '@toolwright/evals';
import type { EvalReply } from '../../../src/protocol/eval-requests.js';
import { Back, Empty, ErrorBox } from '../look/blocks.js';
import { ColumnHeads } from '../look/column-heads.js';
import { Figure } from '../look/facts.js';
import { formatMoment } from '../look/format.js';
import { Line, Text } from '../look/text.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { CaseList } from './case-list.js';
import { type CaseView, readCaseView, writeCaseView } from './case-view.js';
import { formatDifference, formatShare } from './format-share.js';
import { useReply } from './use-reply.js';

interface EvalViewProps {
  readonly id: string;
  readonly query: string;
}

/** The report of an eval: its totals, scorers, comparison with the baseline, what is missing, and its cases. */
export function EvalView({ id, query }: EvalViewProps) {
  const { reply, failure } = useReply<EvalReply>(`evals/${encodeURIComponent(id)}`);
  if (reply === undefined)
    return failure === undefined ? (
      <Empty title="Reading the report…" />
    ) : (
      <div class="page">
        <ErrorBox error={failure} />
      </div>
    );
  const { report, runs } = reply;
  const view = readCaseView(query);
  const change = (to: CaseView) =>
    navigate({ page: 'evals', evalId: id, query: writeCaseView(to) }, { replace: true });
  return (
    <article class="page stack eval" aria-label="Eval">
      <Back href={formatRoute({ page: 'evals' })}>Evals</Back>
      <header class="stack tight">
        <h1>
          <Line text={report.eval} />
        </h1>
        <p class="soft small numbers">
          {formatMoment(Date.parse(report.startedAt), Date.now())}
          {report.model !== undefined && <Line text={` · ${report.model}`} />} ·{' '}
          {formatCount(report.repetitions, 'repetition')}
        </p>
      </header>
      <dl class="figures numbers">
        {factsOf(report).map(
          ([name, value]) =>
            value !== undefined && (
              <Figure key={name} name={name}>
                {value}
              </Figure>
            ),
        )}
      </dl>
      <Missing report={report} />
      <Scorers report={report} view={view} onChange={change} />
      <CaseList report={report} view={view} hasRuns={runs === 'read'} onChange={change} />
      {runs === 'too large' && (
        <p class="soft small">
          The events of the runs are too large to be shown: pass a smaller file with --log.
        </p>
      )}
    </article>
  );
}

function factsOf({
  totals,
  passAtK,
  comparison,
}: EvalReport): readonly (readonly [string, string | undefined])[] {
  const { passed, failed, unscored, errors, skipped, cached, usage, cost, durationMs } = totals;
  const count = (value: number) => (value === 0 ? undefined : formatCount(value));
  const last = passAtK.at(-1);
  const { total } = comparison ?? {};
  return [
    ['Passed', `${formatShare(totals.passRate)} (${formatCount(passed)} of ${formatCount(passed + failed)})`],
    ['Baseline', total && `${formatDifference(total.difference)} points, ${total.verdict}`],
    [`Pass@${last?.k}`, last === undefined || last.k === 1 ? undefined : formatShare(last.value)],
    ['Without a result', count(unscored + errors)],
    ['Skipped', count(skipped)],
    ['From the cache', count(cached)],
    ['Tokens', formatCount(usage.inputTokens + usage.outputTokens)],
    ['Cost', cost === undefined ? 'unknown' : formatCost(cost)],
    ['Time of the runs', formatDuration(durationMs)],
  ];
}

const MAX_MISSING = 50;

function Missing({ report: { missing, notes } }: { readonly report: EvalReport }) {
  if (missing.length === 0 && notes.length === 0) return null;
  return (
    <section class="stack tight" aria-label="Missing">
      {missing.length > 0 && <h2>{formatCount(missing.length, 'result')} missing</h2>}
      <ul class="small">
        {missing.slice(0, MAX_MISSING).map(({ place, caseId, repetition, scorer, reason }, index) => (
          <li key={index}>
            <Text
              text={`${[place, caseId, repetition !== undefined && `#${repetition}`, scorer].filter(Boolean).join(' ')}: ${reason}`}
            />
          </li>
        ))}
        {missing.length > MAX_MISSING && <li>and {formatCount(missing.length - MAX_MISSING)} more</li>}
        {notes.map((note) => (
          <li key={note} class="soft">
            <Text text={note} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ScorersProps {
  readonly report: EvalReport;
  readonly view: CaseView;
  readonly onChange: (view: CaseView) => void;
}

function Scorers({ report, view, onChange }: ScorersProps) {
  const compared = new Map(report.comparison?.scorers.map((one) => [one.scorer, one]));
  const columns = ['Scorer', 'Mean', 'Passed', 'Scores', 'Missing', 'Agreement'];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="numbers-table" aria-label="Scorers" tabIndex={0}>
      <table class="numbers small">
        <ColumnHeads
          titles={[
            ...columns,
            ...(report.comparison === undefined ? [] : ['Difference', 'Interval', 'Verdict']),
          ]}
        />
        <tbody>
          {report.scorers.map(({ name, mean, passRate, scores, errors, calibration }) => {
            const difference = compared.get(name);
            const isChosen = view.scorer === name;
            return (
              <tr key={name}>
                <th scope="row">
                  <button
                    type="button"
                    class="quiet"
                    aria-pressed={isChosen}
                    title="Show the cases that it failed"
                    onClick={() => onChange({ ...view, scorer: isChosen ? undefined : name })}
                  >
                    <Line text={name} />
                  </button>
                </th>
                <td>{mean === null ? '–' : mean.toFixed(2)}</td>
                <td class={passRate !== null && passRate < 1 ? 'bad' : ''}>{formatShare(passRate)}</td>
                <td>{formatCount(scores)}</td>
                <td class={errors > 0 ? 'warn-text' : ''}>{formatCount(errors)}</td>
                <td>
                  {calibration === undefined
                    ? ''
                    : `${formatShare(calibration.agreement)} of ${calibration.examples}, κ ${calibration.kappa.toFixed(2)}`}
                </td>
                {report.comparison !== undefined && (
                  <>
                    <td>
                      {difference === undefined ? 'not compared' : formatDifference(difference.difference)}
                    </td>
                    <td>
                      {difference?.interval ? difference.interval.map(formatDifference).join(' to ') : ''}
                    </td>
                    <td class={difference?.verdict === 'worse' ? 'bad' : ''}>{difference?.verdict ?? ''}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
