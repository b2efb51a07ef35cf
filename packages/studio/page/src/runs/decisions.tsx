import { type PendingCall, visibleLine } from '@toolwright/contract';
import { useId, useMemo, useState } from 'preact/hooks';
import type { DecisionsRequest, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { ErrorBox } from '../look/blocks.js';
import { Line, Text } from '../look/text.js';
import { ArgumentsView } from '../program/call-parts.js';
import { ProgramView } from '../program/program-view.js';
import { findProgram } from '../program/shown-program.js';
import { EditArguments, findEditable } from './edit-arguments.js';

interface DecisionsProps {
  readonly pending: readonly PendingCall[];
  /** The input of the run, unless it is shown elsewhere. */
  readonly input?: string | undefined;
  /** Why the calls cannot be decided here. */
  readonly why: string | undefined;
  /** Returns the arguments of the call whose tool makes a call, such as a program, if they are known. */
  readonly makerOf?: ((callId: string) => string | undefined) | undefined;
  readonly onDecide: (decisions: DecisionsRequest) => Promise<void>;
}

/** Shows the calls that are waiting for a person. Sends the decisions once each call has one. */
export function Decisions({ pending, input, why, makerOf, onDecide }: DecisionsProps) {
  const [decisions, setDecisions] = useState<DecisionsRequest>({});
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const decide = async (callId: string, decision: DecisionsRequest[string]) => {
    const next = { ...decisions, [callId]: decision };
    setDecisions(next);
    if (!pending.every((call) => Object.hasOwn(next, call.callId))) return;
    setSent(true);
    setFailure(undefined);
    try {
      await onDecide(next);
    } catch (error) {
      setFailure(toShownError(error));
      setSent(false);
    }
  };
  const done = Object.keys(decisions).length;
  // The plan of a program shows it.
  const others = pending.filter((call) => findProgram(call.arguments)?.plan === undefined);
  const makers = new Set(others.flatMap(({ callId }) => makerOf?.(callId) ?? []));
  const programs = [...makers].flatMap((text) => findProgram(text)?.code ?? []);
  return (
    <section class="decisions stack" aria-label="Waiting for your decision">
      <h2>
        Waiting for your decision
        {pending.length > 1 && <span class="soft numbers"> ({`${done} of ${pending.length}`} decided)</span>}
      </h2>
      {input !== undefined && input !== '' && (
        <figure class="stack tight" aria-label="Input of the run">
          <figcaption class="soft small">Input of the run:</figcaption>
          <Text text={input} />
        </figure>
      )}
      {why !== undefined && (
        <p class="soft">
          <Text text={why} />
        </p>
      )}
      {programs.map((code) => (
        <div key={code} class="stack tight">
          <p class="soft small">The program that makes the calls; it waits for your decision:</p>
          <ProgramView label="Program of the calls" code={code} />
        </div>
      ))}
      {pending.map((call) => (
        <PendingView
          key={call.callId}
          call={call}
          decision={decisions[call.callId]}
          isDisabled={why !== undefined || isSent}
          onDecide={(decision) => void decide(call.callId, decision)}
        />
      ))}
      {failure !== undefined && <ErrorBox error={failure} />}
    </section>
  );
}

interface PendingViewProps {
  readonly call: PendingCall;
  readonly decision: DecisionsRequest[string] | undefined;
  readonly isDisabled: boolean;
  readonly onDecide: (decision: DecisionsRequest[string]) => void;
}

function PendingView({ call, decision, isDisabled, onDecide }: PendingViewProps) {
  const [reason, setReason] = useState('');
  const [isEditing, setEditing] = useState(false);
  const id = useId();
  const program = useMemo(() => findProgram(call.arguments), [call.arguments]);
  const isPlan = program?.plan !== undefined;
  const editable = !isPlan && findEditable(call) !== undefined;
  const edited = decision?.approved ? decision.arguments : undefined;
  return (
    <div class="pending stack tight">
      <div class="row-line">
        <Line text={call.name} class="mono row-title" />
        {call.agent !== undefined && <Line text={`by ${call.agent}`} class="soft small" />}
        {call.interrupted && <span class="tag warn">interrupted: check whether it took effect</span>}
        {call.mayStillRun && <span class="tag bad">may still be running elsewhere</span>}
      </div>
      {call.reason !== undefined && (
        <p>
          <Text text={call.reason} />
        </p>
      )}
      {isEditing ? (
        <EditArguments
          id={`${id}-arguments`}
          call={call}
          onApprove={(args) => {
            setEditing(false);
            onDecide({ approved: true, arguments: args });
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <ArgumentsView
          label={`Arguments of ${call.name}`}
          text={edited === undefined ? call.arguments : JSON.stringify(edited)}
        />
      )}
      {!editable && !isPlan && (
        <p class="soft small">
          These arguments cannot be edited here: a part is hidden, or they are not JSON.
        </p>
      )}
      <div class="actions" hidden={isEditing}>
        <button
          type="button"
          class="primary"
          disabled={isDisabled}
          aria-pressed={decision?.approved === true}
          onClick={() => onDecide({ approved: true })}
        >
          Approve
        </button>
        {editable && (
          <button type="button" disabled={isDisabled} onClick={() => setEditing(true)}>
            Edit arguments…
          </button>
        )}
        <button
          type="button"
          disabled={isDisabled}
          aria-pressed={decision?.approved === false}
          onClick={() =>
            onDecide({ approved: false, ...(reason.trim() !== '' && { reason: reason.trim() }) })
          }
        >
          Deny
        </button>
        <label class="hidden-text" for={id}>
          Reason for a denial of {visibleLine(call.name)}
        </label>
        <input
          id={id}
          class="grow"
          placeholder="Reason for a denial; the model reads it"
          disabled={isDisabled}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </div>
  );
}
