import { formatCount } from '@toolwright/contract';
import { findTool } from '../api/studio.js';
import { Line } from '../look/text.js';
import { hintsOf } from '../tools/hints.js';
import { type PlannedTool, plannedTools } from './planned-tools.js';
import type { ShownProgram } from './shown-program.js';

const SHOWN = 50;

/** The calls that a program may make, for the person who decides whether it runs. */
export function PlanView({ plan = [], mayCallAny }: Pick<ShownProgram, 'plan' | 'mayCallAny'>) {
  const tools = plannedTools(plan);
  return (
    <section class="stack tight" aria-label="Calls of the program">
      {mayCallAny && (
        <p>
          <span class="tag bad">may call any tool</span> The program hides which tools it calls, so the list
          can be incomplete.
        </p>
      )}
      <ul class="stack tight">
        {tools.slice(0, SHOWN).map((tool) => (
          <PlannedLine key={tool.name} {...tool} />
        ))}
      </ul>
      {tools.length > SHOWN && (
        <p class="soft small">And {formatCount(tools.length - SHOWN, 'more tool')}.</p>
      )}
      {tools.length === 0 && !mayCallAny && <p class="soft">The program calls no tool.</p>}
    </section>
  );
}

function PlannedLine({ name, places, isRepeated }: PlannedTool) {
  const spec = findTool(name)?.spec;
  return (
    <li class="row-line">
      <Line text={name} class="mono" />
      {isRepeated && (
        <span class="tag warn" title="In a loop or a function, so it may run any number of times">
          repeated
        </span>
      )}
      {spec === undefined ? (
        <span class="tag" title="The tool is not in the registry that Studio was started with">
          unknown hints
        </span>
      ) : (
        hintsOf(spec).map(({ label, tone, title }) => (
          <span key={label} class={`tag ${tone}`} title={title}>
            {label}
          </span>
        ))
      )}
      <Line text={places} class="soft small numbers" />
    </li>
  );
}
