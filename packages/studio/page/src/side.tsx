import { formatCount } from '@toolwright/contract';
import { connection, info, problems, program, tools } from './api/studio.js';
import { Icon } from './look/icon.js';
import { scheme, switchScheme } from './look/scheme.js';
import { Line } from './look/text.js';
import { route } from './routes/navigation.js';
import { formatRoute, type Route } from './routes/route.js';

export function Side({ onKeys }: { readonly onKeys: () => void }) {
  const { page } = route.value;
  return (
    <header class="side">
      <a class="brand" href="#/tools">
        <span class="brand-mark">
          <Icon name="brand" />
        </span>
        <span class="grow">
          Studio
          <small>
            <Line text={info.value?.project ?? ' '} />
          </small>
        </span>
      </a>
      <nav class="nav" aria-label="Pages">
        <NavLink to="tools" current={page} label="Tools" count={tools.value?.length} />
        <NavLink to="runs" current={page} label="Runs" />
        <NavLink to="playground" current={page} label="Playground" />
        <NavLink
          to="problems"
          current={page}
          label="Problems"
          count={problems.value?.diagnostics.length || undefined}
          isAlert={problems.value?.diagnostics.some(({ severity }) => severity === 'error')}
        />
        <NavLink to="sessions" current={page} label="Sessions" />
        <NavLink to="evals" current={page} label="Evals" />
      </nav>
      <div class="side-foot">
        <Status />
        <div class="actions">
          <button type="button" class="quiet" onClick={switchScheme}>
            <Icon name="colours" /> {SCHEMES[scheme.value]}
            <span class="hidden-text"> colours</span>
          </button>
          <button type="button" class="quiet" aria-label="Keys" onClick={onKeys}>
            <Icon name="help" />
          </button>
        </div>
      </div>
    </header>
  );
}

const SCHEMES = { system: 'Auto', light: 'Light', dark: 'Dark' } as const;

interface NavLinkProps {
  readonly to: Route['page'];
  readonly current: Route['page'];
  readonly label: string;
  readonly count?: number | undefined;
  readonly isAlert?: boolean | undefined;
}

function NavLink({ to, current, label, count, isAlert }: NavLinkProps) {
  return (
    <a href={formatRoute({ page: to })} aria-current={to === current ? 'page' : undefined}>
      <Icon name={to} />
      {label}
      {count !== undefined && <span class={isAlert ? 'count alert' : 'count'}>{formatCount(count)}</span>}
    </a>
  );
}

function Status() {
  const [tone, words] = statusOf();
  return (
    <span class="status" role="status" title={words}>
      <span class={`dot ${tone}`} />
      <span class="words">{words}</span>
    </span>
  );
}

function statusOf(): readonly [string, string] {
  if (connection.value !== 'open')
    return ['bad', connection.value === 'lost' ? 'no connection' : 'connecting…'];
  const state = program.value;
  switch (state.status) {
    case 'none':
      return ['', 'no program'];
    case 'starting':
      return ['warn', 'program is starting…'];
    case 'ready':
      return [
        'good',
        state.agents.length > 0 ? `ready, ${formatCount(state.agents.length, 'agent')}` : 'ready',
      ];
    case 'failed':
      return ['bad', 'program failed'];
    default:
      return state satisfies never;
  }
}
