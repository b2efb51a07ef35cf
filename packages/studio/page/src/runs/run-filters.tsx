import { visibleLine } from '@toolwright/contract';
import type { RunSummary } from '../../../src/protocol/requests.js';
import { CALL_FAILED, type RunView } from './run-view.js';

interface RunFiltersProps {
  /** All runs, which give the choices. */
  readonly runs: readonly RunSummary[];
  readonly view: RunView;
  readonly onChange: (change: Partial<RunView>) => void;
}

/** The filters of the list of runs. */
export function RunFilters({ runs, view, onChange }: RunFiltersProps) {
  const agents = sorted(runs.map(({ agent }) => agent));
  const hasFailed = runs.some(({ failedTools = [] }) => failedTools.length > 0);
  const states = [...sorted(runs.map(({ status }) => status)), ...(hasFailed ? [CALL_FAILED] : [])];
  const tools = sorted(runs.flatMap((run) => run.tools ?? []));
  return (
    <search class="filters">
      <input
        type="search"
        placeholder="Search inputs, answers, agents and tools"
        aria-label="Search runs"
        data-search
        value={view.text ?? ''}
        onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Choice
        label="agent"
        all="All agents"
        value={view.agent}
        of={agents}
        onChange={(agent) => onChange({ agent })}
      />
      <Choice
        label="state"
        all="All states"
        value={view.status}
        of={states}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="tool"
        all="All tools"
        value={view.tool}
        of={tools}
        onChange={(tool) => onChange({ tool })}
      />
      <Day label="From" value={view.since} onChange={(since) => onChange({ since })} />
      <Day label="to" value={view.until} onChange={(until) => onChange({ until })} />
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly of: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, value = '', of, onChange }: ChoiceProps) {
  // An address may name what no run has.
  const choices = value === '' || of.includes(value) ? of : [...of, value];
  return (
    <select
      aria-label={`Filter by ${label}`}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {visibleLine(choice.slice(0, 80))}
        </option>
      ))}
    </select>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label class="filter-day soft small">
      {label}
      <input type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
