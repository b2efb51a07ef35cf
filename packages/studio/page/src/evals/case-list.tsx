import { formatCost, formatCount, formatDuration } from '@toolwright/contract';
import type { AttemptReport, CaseReport, EvalReport } from '@toolwright/evals';
import { useState } from 'preact/hooks';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { CASE_STATES, type CaseState, type CaseView, selectCases } from './case-view.js';
import { formatDifference, formatShare } from './format-share.js';

interface CaseListProps {
  readonly report: EvalReport;
  readonly view: CaseView;
  /** Whether attempts link to their runs. */
  readonly hasRuns: boolean;
  readonly onChange: (view: CaseView) => void;
}

const PART = 200;

/** The cases of a report, each with its scores, and its attempts when it is opened. */
export function CaseList({ report, view, hasRuns, onChange }: CaseListProps) {
  const [shown, setShown] = useState(PART);
  const cases = selectCases(report, view);
  const moved = new Map(report.comparison?.moved.map((one) => [one.id, one]));
  const states = CASE_STATES.filter((state) => state !== 'worse' || report.comparison !== undefined);
  const tags = report.tags.map(({ tag }) => tag);
  return (
    <section class="stack tight" aria-label="Cases">
      <div class="head">
        <h2>Cases</h2>
        <span class="soft small numbers" role="status">
          {cases.length === report.cases.length
            ? formatCount(cases.length)
            : `${formatCount(cases.length)} of ${formatCount(report.cases.length)}`}
        </span>
      </div>
      <search class="filters">
        <input
          type="search"
          placeholder="Search ids and inputs"
          aria-label="Search cases"
          data-search
          value={view.text ?? ''}
          onInput={({ currentTarget }) => onChange({ ...view, text: currentTarget.value })}
        />
        <select
          aria-label="Filter by result"
          value={view.state ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...view, state: (currentTarget.value || undefined) as CaseState | undefined })
          }
        >
          <option value="">All results</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {state === 'worse' ? 'worse than the baseline' : state}
            </option>
          ))}
        </select>
        {tags.length > 0 && (
          <select
            aria-label="Filter by tag"
            value={view.tag ?? ''}
            onChange={({ currentTarget }) => onChange({ ...view, tag: currentTarget.value || undefined })}
          >
            <option value="">All tags</option>
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {tag}
              </option>
            ))}
          </select>
        )}
      </search>
      {cases.slice(0, shown).map((one) => (
        <Case
          key={one.id}
          one={one}
          before={moved.get(one.id)?.baseline}
          isOpen={view.open === one.id}
          hasRuns={hasRuns}
          onOpen={() => onChange({ ...view, open: view.open === one.id ? undefined : one.id })}
        />
      ))}
      {cases.length === 0 && <p class="soft">No case matches.</p>}
      {cases.length > shown && (
        <button type="button" class="more" onClick={() => setShown(shown + 5 * PART)}>
          Show more ({formatCount(cases.length - shown)})
        </button>
      )}
    </section>
  );
}

interface CaseProps {
  readonly one: CaseReport;
  /** The share that passed in the baseline, if it was another one. */
  readonly before: number | undefined;
  readonly isOpen: boolean;
  readonly hasRuns: boolean;
  readonly onOpen: () => void;
}

function Case({ one, before, isOpen, hasRuns, onOpen }: CaseProps) {
  const { id, input, attempts, scores, passRate } = one;
  const tone = passRate === null ? 'warn' : passRate === 1 ? 'good' : 'bad';
  return (
    <div class="case">
      <button type="button" class="case-line quiet" aria-expanded={isOpen} onClick={onOpen}>
        <span class={`tag ${tone}`}>{formatShare(passRate)}</span>
        <Line text={id} class="mono" />
        <Line text={input} class="soft grow" />
        {before !== undefined && passRate !== null && (
          <span class={passRate < before ? 'bad' : 'good-text'}>{formatDifference(passRate - before)}</span>
        )}
        <span class="soft small numbers case-scores">
          <Line
            text={Object.entries(scores)
              .map(([name, mean]) => `${name} ${mean.toFixed(2)}`)
              .join(' · ')}
          />
        </span>
      </button>
      {isOpen && (
        <ol class="stack tight case-attempts">
          {attempts.map((attempt) => (
            <Attempt key={attempt.repetition} attempt={attempt} hasRuns={hasRuns} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Attempt({ attempt, hasRuns }: { readonly attempt: AttemptReport; readonly hasRuns: boolean }) {
  const { repetition, status, runId, scores, answer, error, cached, durationMs, tokens, cost } = attempt;
  const facts = [
    durationMs !== undefined && formatDuration(durationMs),
    tokens !== undefined && formatCount(tokens, 'token'),
    cost !== undefined && formatCost(cost),
    cached && 'from the cache',
  ].filter(Boolean);
  return (
    <li class="card stack tight">
      <span class="row-line small numbers">
        <span class={`tag ${status === 'passed' ? 'good' : status === 'failed' ? 'bad' : 'warn'}`}>
          {status}
        </span>
        <span class="soft grow">
          Attempt {repetition}
          {facts.length > 0 && ` · ${facts.join(' · ')}`}
        </span>
        {runId !== undefined && hasRuns && <a href={formatRoute({ page: 'runs', runId })}>Run</a>}
      </span>
      {error !== undefined && (
        <p class="bad">
          <Text text={error} />
        </p>
      )}
      {answer !== undefined && answer !== '' && <Text text={answer} />}
      <ul class="small case-reasons">
        {Object.entries(scores).map(([name, score]) => (
          <li key={name}>
            {'error' in score ? (
              <span class="warn-text">
                <Text text={`${name}: no score: ${score.error}`} />
              </span>
            ) : (
              <span class={score.passed ? 'soft' : 'bad'}>
                <Text
                  text={`${name} ${score.score.toFixed(2)}${score.reason === undefined ? '' : `: ${score.reason}`}`}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
