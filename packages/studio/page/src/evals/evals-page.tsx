import { formatCost, formatCount } from '@toolwright/contract';
import type { EvalEntry, EvalsReply } from '../../../src/protocol/eval-requests.js';
import { Empty, ErrorBox } from '../look/blocks.js';
import { ColumnHeads } from '../look/column-heads.js';
import { formatMoment } from '../look/format.js';
import { Line, Text } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { EvalView } from './eval-view.js';
import { formatShare } from './format-share.js';
import { useReply } from './use-reply.js';

interface EvalsPageProps {
  readonly id: string | undefined;
  readonly query: string;
}

/** The evals that `toolwright eval` has run, or the report of one. */
export function EvalsPage({ id, query }: EvalsPageProps) {
  return id === undefined ? <EvalList /> : <EvalView key={id} id={id} query={query} />;
}

function EvalList() {
  const { reply, failure } = useReply<EvalsReply>('evals');
  if (failure !== undefined && reply === undefined)
    return (
      <div class="page">
        <ErrorBox error={failure} />
      </div>
    );
  if (reply === undefined) return <Empty title="Reading the evals…" />;
  if (reply.evals.length === 0)
    return (
      <Empty title="No evals yet" command="npx toolwright eval">
        Reports appear here from <Text text={reply.folder} class="mono" />. An eval is a file such as{' '}
        <code>support.eval.ts</code> that exports <code>defineEval(…)</code>.
      </Empty>
    );
  return (
    <article class="page stack" aria-label="Evals">
      <h1>Evals</h1>
      <section class="numbers-table" aria-label="Reports">
        <table class="numbers small">
          <ColumnHeads
            titles={[
              'Eval',
              'Passed',
              'Failed',
              'Not evaluated',
              'Cases',
              'Tokens',
              'Cost',
              'Baseline',
              'Model',
              'Run at',
            ]}
          />
          <tbody>
            {reply.evals.map((entry) => (
              <EvalRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </section>
    </article>
  );
}

function EvalRow({ entry }: { readonly entry: EvalEntry }) {
  if ('error' in entry)
    return (
      <tr>
        <th scope="row">
          <Line text={entry.id} />
        </th>
        <td colSpan={9} class="bad cell-text">
          <Text text={entry.error.message} />
        </td>
      </tr>
    );
  const { id, eval: name, totals, missing, verdict, model = '', startedAt } = entry;
  const { usage, cost } = totals;
  return (
    <tr>
      <th scope="row">
        <a href={formatRoute({ page: 'evals', evalId: id })}>
          <Line text={name} />
        </a>
      </th>
      <td>{formatShare(totals.passRate)}</td>
      <td class={totals.failed > 0 ? 'bad' : ''}>{formatCount(totals.failed)}</td>
      <td class={missing > 0 ? 'warn-text' : ''}>{formatCount(missing)}</td>
      <td>{formatCount(totals.cases)}</td>
      <td>{formatCount(usage.inputTokens + usage.outputTokens)}</td>
      <td>{cost === undefined ? 'unknown' : formatCost(cost)}</td>
      <td class={verdict === 'worse' ? 'bad' : ''}>{verdict ?? ''}</td>
      <td>
        <Line text={model} />
      </td>
      <td>{formatMoment(Date.parse(startedAt), Date.now())}</td>
    </tr>
  );
}
