import type { JsonValue } from '@toolwright/contract';
import { useId, useState } from 'preact/hooks';
import { readJsonText } from '../form/read-json-text.js';
import { BranchButton, BranchDialog } from './branch-dialog.js';

interface BranchResultProps {
  readonly runId: string;
  readonly callId: string;
  readonly result: JsonValue;
}

const LABEL = 'Branch with another result';

export function BranchResult(props: BranchResultProps) {
  return <BranchButton label={LABEL}>{(close) => <ResultDialog {...props} onClose={close} />}</BranchButton>;
}

function ResultDialog({
  runId,
  callId,
  result,
  onClose,
}: BranchResultProps & { readonly onClose: () => void }) {
  const [text, setText] = useState(JSON.stringify(result, null, 2));
  const id = useId();
  const read = readJsonText(text);
  return (
    <BranchDialog
      title={LABEL}
      explanation="The run is replayed from the record up to this call, whose result is replaced by the one that you enter here. The real model continues from there."
      runId={runId}
      isValid={read.ok}
      toBranch={() => ({ kind: 'result', callId, result: JSON.parse(text) })}
      onClose={onClose}
    >
      <label class="hidden-text" for={id}>
        Result as JSON
      </label>
      <textarea
        id={id}
        class="code"
        rows={10}
        spellcheck={false}
        value={text}
        aria-invalid={!read.ok}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="field-help bad" aria-live="polite">
        {read.ok ? '' : read.message}
      </div>
    </BranchDialog>
  );
}
