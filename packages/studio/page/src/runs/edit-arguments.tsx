import type { JsonObject, PendingCall } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { findTool, server } from '../api/studio.js';
import { ArgumentsForm } from '../form/arguments-form.js';
import { readArguments } from '../form/read-json-text.js';
import { RefusalBox } from '../tools/refusal-box.js';

interface EditArgumentsProps {
  readonly id: string;
  readonly call: PendingCall;
  readonly onApprove: (args: JsonObject) => void;
  readonly onCancel: () => void;
}

/** Returns the arguments of a call for editing; undefined if they are not whole, because a part is hidden or they are not JSON. */
export function findEditable({ arguments: text }: PendingCall): JsonObject | undefined {
  const read = readArguments(text);
  return read.ok && !hasHiddenPart(text) ? read.value : undefined;
}

export function hasHiddenPart(text: string): boolean {
  return text.includes('[redacted]');
}

/** The arguments of a waiting call as a form. Arguments that the registry refuses are not approved. */
export function EditArguments({ id, call, onApprove, onCancel }: EditArgumentsProps) {
  const [args, setArgs] = useState<JsonObject>(() => findEditable(call) ?? {});
  const [text, setText] = useState(() => JSON.stringify(args, null, 2));
  const [refusal, setRefusal] = useState<ShownError | undefined>(undefined);
  const tool = findTool(call.name);
  const read = readArguments(text);
  const approve = async () => {
    setRefusal(undefined);
    const value = tool === undefined && read.ok ? read.value : args;
    try {
      await server.api('calls/check', { method: 'POST', body: { tool: call.name, arguments: value } });
      onApprove(value);
    } catch (error) {
      setRefusal(toShownError(error));
    }
  };
  return (
    <div class="stack">
      {tool === undefined ? (
        <div class="field">
          <label for={`${id}-json`}>Arguments as JSON</label>
          <textarea
            id={`${id}-json`}
            class="code"
            rows={8}
            spellcheck={false}
            value={text}
            aria-invalid={!read.ok}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div class="field-help bad" aria-live="polite">
            {read.ok ? '' : read.message}
          </div>
        </div>
      ) : (
        <ArgumentsForm
          id={id}
          schema={tool.spec.parameters}
          value={args}
          issues={refusal?.issues ?? []}
          onChange={(next) => {
            setArgs(next);
            setRefusal(undefined);
          }}
        />
      )}
      {refusal !== undefined && <RefusalBox refusal={refusal} form={id} />}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={tool === undefined && !read.ok}
          onClick={() => void approve()}
        >
          Approve with these arguments
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
