import { signal } from '@preact/signals';
import { formatCount } from '@toolwright/contract';
import type { StudioTool } from '../../../src/protocol/requests.js';
import { info, program, tools } from '../api/studio.js';
import { Empty } from '../look/blocks.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { WaitingForProgram } from '../waiting-for-program.js';
import { findTools } from './find-tools.js';
import { ToolList } from './tool-list.js';
import { ToolPage } from './tool-page.js';

/** Kept on the way to another page and back. */
const search = signal('');

export function ToolsPage({ name }: { readonly name: string | undefined }) {
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
            onKeyDown={(event) => onSearchKey(event, found[0])}
          />
        </div>
        {found.length === 0 ? (
          <Empty small title="No tool matches.">
            Search for other words, or clear the search.
          </Empty>
        ) : (
          <ToolList tools={found} name={name} isSearch={search.value.trim() !== ''} />
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

/** Moves from the search into the list with the down arrow key, and opens the first tool with Enter. */
function onSearchKey(event: KeyboardEvent, first: StudioTool | undefined): void {
  if (event.key === 'Enter' && first !== undefined) navigate({ page: 'tools', tool: first.spec.name });
  else if (event.key === 'ArrowDown')
    document.querySelector<HTMLElement>('.master .links [tabindex="0"]')?.focus();
  else return;
  event.preventDefault();
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
