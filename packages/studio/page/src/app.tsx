import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from './api/studio.js';
import { Banner } from './banner.js';
import { EvalsPage } from './evals/evals-page.js';
import { KeysDialog } from './keys-dialog.js';
import { Command, Empty } from './look/blocks.js';
import { ErrorBoundary } from './look/error-boundary.js';
import { PlaygroundPage } from './playground/playground-page.js';
import { ProblemsPage } from './problems/problems-page.js';
import { route } from './routes/navigation.js';
import type { Route } from './routes/route.js';
import { DiffPage } from './runs/diff-page.js';
import { RunList } from './runs/run-list.js';
import { RunPage } from './runs/run-page.js';
import { SessionsPage } from './sessions/sessions-page.js';
import { Side } from './side.js';
import { ToolsPage } from './tools/tools-page.js';
import { useKeys } from './use-keys.js';

const TITLES = {
  tools: 'Tools',
  runs: 'Runs',
  playground: 'Playground',
  problems: 'Problems',
  sessions: 'Sessions',
  evals: 'Evals',
} as const;

export function App() {
  const [showsKeys, setShowsKeys] = useState(false);
  const main = useRef<HTMLElement>(null);
  const current = route.value;
  useKeys(() => setShowsKeys(true));
  useEffect(() => {
    document.title = `${TITLES[current.page]} · Toolwright Studio`;
  }, [current.page]);
  if (connection.value === 'unauthorized') return <NoToken />;
  return (
    <div class="shell">
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Side onKeys={() => setShowsKeys(true)} />
      <Banner />
      <main id="main" class="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={placeOf(current)}>{pageOf(current)}</ErrorBoundary>
      </main>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

export function NoToken() {
  return (
    <main class="main">
      <Empty title="This page needs the URL with a token">
        <p>
          Studio shows your tools and runs only to you. Open the URL that <code>toolwright dev</code> prints;
          it ends in <code>#token=…</code>. To start Studio:
        </p>
      </Empty>
      <div class="empty small-empty">
        <Command text="npx toolwright dev --open" />
      </div>
    </main>
  );
}

function pageOf(current: Route) {
  switch (current.page) {
    case 'tools':
      return <ToolsPage name={current.tool} />;
    case 'runs':
      return <RunsPage route={current} />;
    case 'playground':
      return <PlaygroundPage agent={current.agent} turns={current.turns ?? []} />;
    case 'problems':
      return <ProblemsPage />;
    case 'sessions':
      return <SessionsPage id={current.sessionId} />;
    case 'evals':
      return <EvalsPage id={current.evalId} query={current.query ?? ''} />;
    default:
      return current satisfies never;
  }
}

/** Returns the key of the error boundary. A new key resets the boundary, so that an error on one page does not hide the next page. */
function placeOf(current: Route): string {
  return current.page === 'runs' ? `runs ${current.runId} ${current.compareTo}` : current.page;
}

function RunsPage({ route }: { readonly route: Extract<Route, { page: 'runs' }> }) {
  const { runId, step, compareTo, query } = route;
  if (runId === undefined) return <RunList query={query ?? ''} />;
  if (compareTo !== undefined)
    return <DiffPage key={`${runId} ${compareTo}`} left={runId} right={compareTo} />;
  return <RunPage key={runId} runId={runId} step={step} />;
}
