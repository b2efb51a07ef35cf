import { formatCount } from '@toolwright/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import { LinkList } from '../look/link-list.js';
import { formatRoute } from '../routes/route.js';
import { StepLine } from './step-line.js';
import { ancestors, foldEnds, type StepFilter, type TreeLine, treeLines } from './step-tree.js';

/** The steps as the list shows them, and how to change that. */
export interface StepTree {
  readonly lines: readonly TreeLine[];
  readonly total: number;
  readonly foldable: readonly number[];
  readonly filter: StepFilter;
  readonly search: string;
  readonly setFilter: (filter: StepFilter) => void;
  readonly setSearch: (search: string) => void;
  /** @param isFolded the new state. Default: the other one */
  readonly fold: (ids: readonly number[], isFolded?: boolean) => void;
}

/** @param chosen the id of the chosen step, which is never hidden by a fold */
export function useStepTree(rows: readonly StepRow[], chosen: number | undefined): StepTree {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [filter, setFilter] = useState<StepFilter>('all');
  const [search, setSearch] = useState('');
  const ends = useMemo(() => foldEnds(rows), [rows]);
  const lines = useMemo(
    () => treeLines(rows, ends, { filter, search, folded }),
    [rows, ends, filter, search, folded],
  );
  const foldable = useMemo(
    () => rows.flatMap(({ step }, index) => ((ends[index] ?? 0) > index + 1 ? step.id : [])),
    [rows, ends],
  );
  const fold = (ids: readonly number[], isFolded?: boolean) => {
    const next = new Set(folded);
    for (const id of ids) {
      if (isFolded ?? !next.has(id)) next.add(id);
      else next.delete(id);
    }
    setFolded(next);
  };
  useEffect(() => {
    if (chosen === undefined || folded.size === 0) return;
    const hiding = ancestors(
      rows,
      ends,
      rows.findIndex(({ step }) => step.id === chosen),
    );
    if (hiding.some((id) => folded.has(id))) fold(hiding, false);
  }, [chosen]);
  return { lines, total: rows.length, foldable, filter, search, setFilter, setSearch, fold };
}

interface StepListProps {
  readonly tree: StepTree;
  readonly runId: string;
  readonly chosen: number | undefined;
  readonly span: { readonly start: number; readonly end: number };
  readonly now: number;
  readonly onChoose: (id: number) => void;
}

export function StepList({ tree, runId, chosen, span, now, onChoose }: StepListProps) {
  const { lines, fold } = tree;
  const current = chosen === undefined ? -1 : lines.findIndex(({ step }) => step.id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = lines[lineIndex(event) ?? -1];
    if (line === undefined || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const isLeft = event.key === 'ArrowLeft';
    if (line.below > 0 && isLeft === (line.folded === undefined)) fold([line.step.id], isLeft);
    else if (isLeft) {
      const parent = lines
        .slice(0, lines.indexOf(line))
        .findLast(({ depth, below }) => below > 0 && depth < line.depth);
      if (parent !== undefined) onChoose(parent.step.id);
    }
  };
  const onClick = (event: MouseEvent) => {
    const sign = event.target instanceof Element ? event.target.closest('.fold-sign') : null;
    const line = lines[lineIndex(event) ?? -1];
    if (sign === null || line === undefined) return;
    event.preventDefault();
    fold([line.step.id]);
  };
  return (
    <div class="step-list">
      <ListTools tree={tree} />
      {lines.length === 0 ? (
        <p class="soft small no-steps">{tree.total === 0 ? 'No steps yet.' : 'No step matches.'}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys and clicks of the links in it
        <div class="step-keys" onKeyDown={onKeyDown} onClick={onClick}>
          <LinkList
            label="Steps"
            class="steps"
            items={lines}
            rowHeight={44}
            current={current}
            keyOf={({ step }) => String(step.id)}
            hrefOf={({ step }) => formatRoute({ page: 'runs', runId, step: step.id })}
            onMove={({ step }) => onChoose(step.id)}
          >
            {(line) => <StepLine line={line} span={span} now={now} />}
          </LinkList>
        </div>
      )}
    </div>
  );
}

/** Returns the index of the line in which an event happened. */
function lineIndex({ target }: Event): number | undefined {
  const item = target instanceof Element ? target.closest('li') : null;
  return item === null ? undefined : Number(item.getAttribute('aria-posinset')) - 1;
}

const FILTERS: readonly (readonly [StepFilter, string])[] = [
  ['all', 'All steps'],
  ['errors', 'Errors'],
  ['tools', 'Tool calls'],
  ['model', 'Model calls'],
];

function ListTools({ tree }: { readonly tree: StepTree }) {
  const { filter, search, lines, total, foldable } = tree;
  const isWhole = filter === 'all' && search.trim() === '';
  const hasFolded = lines.some(({ folded }) => folded !== undefined);
  return (
    <div class="list-tools">
      <input
        type="search"
        class="grow"
        placeholder="Search this run"
        aria-label="Search this run"
        data-search
        value={search}
        onInput={({ currentTarget }) => tree.setSearch(currentTarget.value)}
      />
      <select
        aria-label="Steps to show"
        value={filter}
        onChange={({ currentTarget }) =>
          tree.setFilter(FILTERS.find(([name]) => name === currentTarget.value)?.[0] ?? 'all')
        }
      >
        {FILTERS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {isWhole && foldable.length > 0 && (
        <button type="button" class="quiet" onClick={() => tree.fold(foldable, !hasFolded)}>
          {hasFolded ? 'Unfold' : 'Fold'}
        </button>
      )}
      {!isWhole && (
        <span class="soft small numbers nowrap" role="status">
          {formatCount(lines.length)} of {formatCount(total)}
        </span>
      )}
    </div>
  );
}
