import { useMemo, useState } from 'preact/hooks';
import type { RunSteps } from '../../../src/timeline/run-steps.js';
import type { ToolStep } from '../../../src/timeline/step.js';
import { Part } from '../look/blocks.js';
import { JsonCode, Line } from '../look/text.js';
import { formatRoute } from '../routes/route.js';
import { PlanView } from './plan-view.js';
import { ProgramView } from './program-view.js';
import { findProgram, findTypes, linesOf, problemsIn } from './shown-program.js';

interface ArgumentsViewProps {
  readonly label: string;
  /** The arguments as JSON. */
  readonly text: string;
  /** The error of the call, whose mistakes are shown at their lines. */
  readonly error?: string | null | undefined;
}

/** The arguments of a call: a program as a program, others as JSON. */
export function ArgumentsView({ label, text, error }: ArgumentsViewProps) {
  const program = useMemo(() => findProgram(text), [text]);
  const problems = useMemo(() => problemsIn(error ?? ''), [error]);
  if (program === undefined) return <JsonCode label={label} text={text} />;
  return (
    <>
      {program.plan !== undefined && <PlanView {...program} />}
      <ProgramView label={label} code={program.code} problems={problems} />
    </>
  );
}

interface CallPartProps {
  readonly step: ToolStep;
}

/** The declarations that a program was checked against, once they are asked for. */
export function TypesOfTools({ step, record }: CallPartProps & { readonly record: RunSteps }) {
  const [isOpen, setOpen] = useState(false);
  const isProgram = useMemo(() => findProgram(step.arguments) !== undefined, [step.arguments]);
  const types = useMemo(() => (isOpen ? findTypes(record, step) : undefined), [isOpen, step]);
  if (!isProgram) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Types of the tools</summary>
      {isOpen && types === undefined && (
        <p class="soft small">The request before this call is not on record, or does not have the types.</p>
      )}
      {types !== undefined && <ProgramView label="Types of the tools" code={types} />}
    </details>
  );
}

interface MadeByProps extends CallPartProps {
  readonly maker: ToolStep;
  readonly runId: string;
}

/** The program that made a call, and the lines that may have made it. */
export function MadeBy({ step, maker, runId }: MadeByProps) {
  const program = useMemo(() => findProgram(maker.arguments), [maker.arguments]);
  const lines = useMemo(() => linesOf(step), [step]);
  const place = lines.length === 0 ? '' : `, line ${lines.slice(0, MOST_LINES).join(' or ')}`;
  return (
    <Part title="Made by">
      <p>
        <a href={formatRoute({ page: 'runs', runId, step: maker.id })}>
          <Line text={maker.name} class="mono" />
        </a>
        {place}
      </p>
      {program !== undefined && (
        <details>
          <summary>Program</summary>
          <ProgramView label="Program of the call" code={program.code} marked={lines} />
        </details>
      )}
    </Part>
  );
}

const MOST_LINES = 5;
