import type { Route } from '../routes/route.js';
import { DiffPage } from './diff-page.js';
import { RunList } from './run-list.js';
import { RunPage } from './run-page.js';

export function RunsPage({ route }: { readonly route: Extract<Route, { page: 'runs' }> }) {
  const { runId, step, compareTo } = route;
  if (runId === undefined) return <RunList />;
  if (compareTo !== undefined)
    return <DiffPage key={`${runId} ${compareTo}`} left={runId} right={compareTo} />;
  return <RunPage key={runId} runId={runId} step={step} />;
}
