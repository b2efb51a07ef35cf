import { visibleLine } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { RunStarted, ShownError } from '../../../src/protocol/requests.js';
import { toShownError } from '../api/request.js';
import { program, server } from '../api/studio.js';
import { ErrorBox } from '../look/blocks.js';
import { Dialog } from '../look/dialog.js';
import { submitOnCtrlEnter } from '../look/submit-on-ctrl-enter.js';
import { Text } from '../look/text.js';
import { navigate } from '../routes/navigation.js';

export function StartRun() {
  const [isOpen, setOpen] = useState(false);
  const state = program.value;
  if (state.status !== 'ready' || state.agents.length === 0) return null;
  return (
    <>
      <button type="button" class="primary" onClick={() => setOpen(true)}>
        New run
      </button>
      {isOpen && <StartDialog agents={state.agents} onClose={() => setOpen(false)} />}
    </>
  );
}

interface StartDialogProps {
  readonly agents: readonly { readonly name: string; readonly description: string }[];
  readonly onClose: () => void;
}

function StartDialog({ agents, onClose }: StartDialogProps) {
  const [agent, setAgent] = useState(agents[0]?.name ?? '');
  const [input, setInput] = useState('');
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const start = async (event: Event) => {
    event.preventDefault();
    try {
      const { runId } = await server.api<RunStarted>('runs', { method: 'POST', body: { agent, input } });
      onClose();
      navigate({ page: 'runs', runId });
    } catch (error) {
      setFailure(toShownError(error));
    }
  };
  const description = agents.find(({ name }) => name === agent)?.description ?? '';
  return (
    <Dialog title="New run" onClose={onClose}>
      <form class="stack" onSubmit={start} onKeyDown={submitOnCtrlEnter}>
        <div class="field">
          <label for="run-agent">Agent</label>
          <select
            id="run-agent"
            value={agent}
            onChange={({ currentTarget }) => setAgent(currentTarget.value)}
          >
            {agents.map(({ name }) => (
              <option key={name} value={name}>
                {visibleLine(name)}
              </option>
            ))}
          </select>
          {description !== '' && (
            <div class="field-help">
              <Text text={description} />
            </div>
          )}
        </div>
        <div class="field">
          <label for="run-input">Input</label>
          <textarea
            id="run-input"
            rows={4}
            required
            autofocus
            value={input}
            onInput={({ currentTarget }) => setInput(currentTarget.value)}
          />
        </div>
        {failure !== undefined && <ErrorBox error={failure} />}
        <div class="actions">
          <button type="submit" class="primary" disabled={input.trim() === ''}>
            Run
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
