import { formatDuration, type JsonValue } from '@toolwright/contract';
import type { ComponentChildren } from 'preact';
import type { RunSummary } from '../../../src/protocol/requests.js';
import type { RunSteps } from '../../../src/timeline/run-steps.js';
import type { EndStep, Step, ToolStep } from '../../../src/timeline/step.js';
import { ErrorBox, Part } from '../look/blocks.js';
import { CopyButton } from '../look/copy-button.js';
import { ErrorReportView } from '../look/error-report.js';
import { type Fact, Facts, usageFacts } from '../look/facts.js';
import { Icon } from '../look/icon.js';
import { JsonTree } from '../look/json-tree.js';
import { ContentView, ResultView } from '../look/result/result-view.js';
import { TextResult } from '../look/result/text-result.js';
import { Line, Text } from '../look/text.js';
import { ArgumentsView, MadeBy, TypesOfTools } from '../program/call-parts.js';
import { findProgram } from '../program/shown-program.js';
import { formatRoute } from '../routes/route.js';
import { Logs, Progress } from '../tools/call-view.js';
import { BranchResult } from './branch-result.js';
import { CallAgain } from './call-again.js';
import { describeStep, noteOf, stepDuration } from './describe-step.js';
import { ModelDetails } from './model-details.js';

interface StepDetailsProps {
  readonly step: Step;
  readonly record: RunSteps;
  readonly summary: RunSummary;
  readonly now: number;
}

export function StepDetails(props: StepDetailsProps) {
  const { step, summary, now } = props;
  const { title, tone } = describeStep(step);
  const duration = stepDuration(step, now);
  return (
    <section class="page step-page" aria-label="Step">
      <a class="button back" href={formatRoute({ page: 'runs', runId: summary.runId })}>
        <Icon name="back" /> Steps
      </a>
      <div class="head">
        <span class={`step-sign ${tone}`} aria-hidden="true" />
        <h2>
          <Text text={title} />
        </h2>
        <span class="soft small numbers">
          <Text
            text={[
              step.kind,
              duration !== undefined && formatDuration(duration),
              step.run.runId !== summary.runId && `of ${step.run.agent}`,
              step.replayed && 'from the record',
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </span>
      </div>
      {bodyOf(props)}
    </section>
  );
}

function bodyOf({ step, record, summary }: StepDetailsProps): ComponentChildren {
  switch (step.kind) {
    case 'start':
      return (
        <Part title="Input">
          <div class="card">
            {typeof step.event.input === 'string' ? (
              <Text text={step.event.input} />
            ) : (
              <ContentView parts={step.event.input} label="Input" />
            )}
          </div>
        </Part>
      );
    case 'model':
      return <ModelDetails step={step} record={record} summary={summary} />;
    case 'tool':
      return <ToolDetails step={step} record={record} summary={summary} />;
    case 'approval':
      return step.calls.map((call) => (
        <Part key={call.callId} title={call.name}>
          {call.reason !== undefined && <Text text={call.reason} />}
          <ArgumentsView label="Arguments" text={call.arguments} />
        </Part>
      ));
    case 'mark':
      // Events are plain JSON.
      return (
        <>
          <JsonTree label="Event" value={step.event as unknown as JsonValue} />
          {step.thrown !== undefined && <ErrorReportView report={step.thrown} />}
        </>
      );
    case 'end':
      return <EndDetails step={step} />;
    default:
      return step satisfies never;
  }
}

function ToolDetails({
  step,
  record,
  summary,
}: Omit<StepDetailsProps, 'step' | 'now'> & { readonly step: ToolStep }) {
  const { outcome, logs } = step;
  const note = noteOf(step);
  const progress = step.progress.at(-1)?.value;
  const isOwn = step.run.runId === summary.runId;
  // An approval is a decision of a person, not a result.
  const isPlan = findProgram(step.arguments)?.plan !== undefined;
  return (
    <>
      {note !== undefined && <p class="soft">{NOTES[note]}</p>}
      {step.byProvider && <p class="soft">The provider executed this call.</p>}
      {step.parent !== undefined && <MadeBy step={step} maker={step.parent} runId={summary.runId} />}
      <Part title="Arguments">
        <ArgumentsView label="Arguments" text={step.arguments} error={outcome?.error} />
        <TypesOfTools step={step} record={record} />
        <div class="actions">
          <CopyButton label="Copy" text={() => step.arguments} />
          <a class="small" href={formatRoute({ page: 'tools', tool: step.name })}>
            Open the tool
          </a>
          <CallAgain step={step} />
        </div>
      </Part>
      {progress !== undefined && <Progress value={progress} />}
      {logs.length > 0 && <Logs logs={logs} />}
      {outcome !== undefined && outcome.error === null && (
        <Part title="Result">
          <ResultView label="Result" value={outcome.result} content={outcome.content} />
        </Part>
      )}
      {outcome !== undefined && outcome.error !== null && (
        <ErrorBox error={{ code: 'Error returned to the model', message: outcome.error }} />
      )}
      {step.thrown !== undefined && <ErrorReportView report={step.thrown} />}
      {outcome?.untrusted && (
        <p class="soft small">This is untrusted text. It is marked as such for the model.</p>
      )}
      {outcome === undefined && <p class="soft">The call has not finished.</p>}
      {outcome !== undefined && isOwn && summary.controllable && !isPlan && (
        <BranchResult runId={summary.runId} callId={step.callId} result={outcome.result} />
      )}
    </>
  );
}

const NOTES = {
  denied: 'A person denied this call, so it was not executed.',
  early: 'The arguments could no longer become valid, so the reply was stopped early.',
  repeated: 'This call repeats an earlier call of the run and was not executed again.',
} as const;

/** @param isShort without the usage, which is shown elsewhere */
export function EndDetails({
  step,
  isShort = false,
}: {
  readonly step: EndStep;
  readonly isShort?: boolean;
}) {
  const { result } = step;
  const { usage, cost, models = [] } = result;
  return (
    <>
      {result.finalResponse !== '' && (
        <Part title="Answer">
          <div class="card">
            <TextResult text={result.finalResponse} label="Answer" isProse />
          </div>
        </Part>
      )}
      {result.errors.map((message, index) => (
        <ErrorBox key={index} error={{ code: result.errorCode ?? result.status, message }} />
      ))}
      {step.thrown !== undefined && <ErrorReportView report={step.thrown} />}
      {result.stoppedBy !== undefined && (
        <p>
          Ended by <Line text={result.stoppedBy} />
          {result.stopReason !== undefined && <Text text={`: ${result.stopReason}`} />}
        </p>
      )}
      {result.output !== undefined && (
        <Part title="Output">
          {/* The validated output of a run is JSON. */}
          <JsonTree label="Output" value={result.output as JsonValue} />
        </Part>
      )}
      {!isShort && (
        <Part title="Usage">
          <Facts
            facts={[
              ['Requests', result.iteration],
              ...usageFacts({ ...usage, ...(cost !== undefined && { cost }) }),
              ...models.map(({ provider, model, requests }): Fact => {
                return [[provider, model].filter(Boolean).join('/'), `${requests} requests`];
              }),
            ]}
          />
        </Part>
      )}
    </>
  );
}
