import { useSignal } from '@preact/signals';
import { formatCount } from '@toolwright/contract';
import type { StudioTool } from '../../../src/protocol/requests.js';
import { info, program, tools } from '../api/studio.js';
import { Empty } from '../look/blocks.js';
import { LinkList } from '../look/link-list.js';
import { Line } from '../look/text.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { WaitingForProgram } from '../waiting-for-program.js';
import { findTools } from './find-tools.js';
import { hintsOf } from './hints.js';
import { ToolPage } from './tool-page.js';

export function ToolsPage({ name }: { readonly name: string | undefined }) {
  const search = useSignal('');
  const all = tools.value;
  if (all === undefined) return <Empty title="Reading the tools…" />;
  if (all.length === 0) return <NoTools />;
  const found = findTools(all, search.value);
  const tool = all.find(({ spec }) => spec.name === name);
  return (
    <div class={name === undefined ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Tools">
        <div class="master-head">
          <div class="head">
            <h1>Tools</h1>
            <span class="soft small numbers">{countOf(found, all)}</span>
          </div>
          <input
            type="search"
            placeholder="Search names and descriptions"
            aria-label="Search tools"
            data-search
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
        </div>
        {found.length === 0 ? (
          <Empty small title="No tool matches.">
            Search for other words, or clear the search.
          </Empty>
        ) : (
          <LinkList
            label="Tools"
            items={found}
            rowHeight={58}
            current={found.findIndex(({ spec }) => spec.name === name)}
            keyOf={({ spec }) => spec.name}
            hrefOf={({ spec }) => formatRoute({ page: 'tools', tool: spec.name })}
            onMove={
              name === undefined
                ? undefined
                : ({ spec }) => navigate({ page: 'tools', tool: spec.name }, { replace: true })
            }
          >
            {(each) => <ToolRow tool={each} />}
          </LinkList>
        )}
      </section>
      <div class="detail">{detailOf(tool, name)}</div>
    </div>
  );
}

function detailOf(tool: StudioTool | undefined, name: string | undefined) {
  if (tool !== undefined) return <ToolPage key={tool.spec.name} tool={tool} />;
  if (name === undefined) {
    return <Empty title="Choose a tool">See its schema as models see it, and call it from a form.</Empty>;
  }
  return (
    <Empty title="Unknown tool">
      The registry has no tool with this name. <a href={formatRoute({ page: 'tools' })}>All tools</a>
    </Empty>
  );
}

function ToolRow({ tool: { spec, changes = [] } }: { readonly tool: StudioTool }) {
  const hints = hintsOf(spec).filter(({ tone }) => tone !== '');
  return (
    <>
      <span class="row-line">
        <Line text={spec.name} class="row-title mono" />
        {hints.map(({ label, tone }) => (
          <span key={label} class={`tag ${tone}`}>
            {label}
          </span>
        ))}
        {changes.length > 0 && <span class="tag accent">changed</span>}
      </span>
      <Line text={spec.description.split('\n', 1)[0] || ' '} class="soft small" />
    </>
  );
}

function NoTools() {
  if (program.value.status === 'starting') return <WaitingForProgram />;
  return info.value?.started.registry === undefined ? (
    <Empty title="No registry" command="npx toolwright dev --registry src/tools.ts#registry">
      Pass the module and the export that contain your tools.
    </Empty>
  ) : (
    <Empty title="The registry has no tools" command="npx toolwright codegen">
      Write <code>@tool</code> above a method of a registered class, then run codegen. This page follows your
      edits.
    </Empty>
  );
}

function countOf(found: readonly StudioTool[], all: readonly StudioTool[]): string {
  const tokens = found.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0);
  const amount = found.length === all.length ? formatCount(all.length) : `${found.length} of ${all.length}`;
  return tokens > 0 ? `${amount} · ${formatCount(tokens)} tokens` : amount;
}
