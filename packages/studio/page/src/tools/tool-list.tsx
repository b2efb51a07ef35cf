import { signal } from '@preact/signals';
import type { StudioTool } from '../../../src/protocol/requests.js';
import { Icon } from '../look/icon.js';
import { LinkList } from '../look/link-list.js';
import { Line } from '../look/text.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { marksOf } from './marks.js';
import { type ToolRow, toolRows } from './tool-rows.js';

/** The titles of the groups that the user has closed. They stay closed on the way to another page and back. */
const closed = signal<ReadonlySet<string>>(new Set());

interface ToolListProps {
  readonly tools: readonly StudioTool[];
  /** The name of the chosen tool. */
  readonly name: string | undefined;
  /** Whether the tools are those that a search has found, which are all shown. */
  readonly isSearch: boolean;
}

/** Tools in groups that open and close, one line each. */
export function ToolList({ tools, name, isSearch }: ToolListProps) {
  const rows = toolRows(tools, isSearch ? new Set() : closed.value);
  return (
    <LinkList
      label="Tools"
      place="tools"
      items={rows}
      rowHeight={30}
      current={rows.findIndex((row) => row.kind === 'tool' && row.tool.spec.name === name)}
      keyOf={(row) => (row.kind === 'tool' ? `tool ${row.tool.spec.name}` : `group ${row.title}`)}
      hrefOf={(row) => (row.kind === 'tool' ? addressOf(row.tool) : undefined)}
      fold={{ isOpen: (row) => (row.kind === 'group' ? row.isOpen : undefined), toggle }}
      onMove={
        name === undefined
          ? undefined
          : (row) => {
              if (row.kind === 'tool')
                navigate({ page: 'tools', tool: row.tool.spec.name }, { replace: true });
            }
      }
    >
      {(row) => (row.kind === 'tool' ? <ToolLine tool={row.tool} /> : <GroupLine {...row} />)}
    </LinkList>
  );
}

function toggle(row: ToolRow): void {
  if (row.kind !== 'group') return;
  const next = new Set(closed.value);
  if (!next.delete(row.title)) next.add(row.title);
  closed.value = next;
}

function addressOf({ spec }: StudioTool): string {
  return formatRoute({ page: 'tools', tool: spec.name });
}

function GroupLine({ title, count, isOpen }: Extract<ToolRow, { kind: 'group' }>) {
  return (
    <>
      <Icon name={isOpen ? 'open' : 'closed'} />
      <Line text={title} class="grow" />
      <span class="numbers">{count}</span>
    </>
  );
}

function ToolLine({ tool }: { readonly tool: StudioTool }) {
  const { name, description } = tool.spec;
  return (
    <span class="row-line">
      <Line text={name} class="row-title mono tool-name" />
      <Line text={description.split('\n', 1)[0] ?? ''} class="soft small grow" />
      {marksOf(tool).map(({ icon, label, tone }) => (
        <span key={label} class={`mark ${tone}`} title={label}>
          <Icon name={icon} />
          <span class="hidden-text">{label}</span>
        </span>
      ))}
    </span>
  );
}
