import { formatCost, formatCount } from '@toolwright/contract';
import { useRef, useState } from 'preact/hooks';
import type { AgentEntry, RunStarted, RunSummary, ShownError } from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import { toShownError } from '../api/request.js';
import { program, server } from '../api/studio.js';
import { Empty, ErrorBox } from '../look/blocks.js';
import { submitOnCtrlEnter } from '../look/submit-on-ctrl-enter.js';
import { navigate } from '../routes/navigation.js';
import { totalsOf } from '../runs/run-view.js';
import { WaitingForProgram } from '../waiting-for-program.js';
import { Conversation } from './conversation.js';
import { changeDraft, draftOf, effective, settingsOf } from './settings.js';
import { SettingsPanel } from './settings-panel.js';
import { Turn } from './turn.js';

interface PlaygroundPageProps {
  readonly agent: string | undefined;
  /** The runs of the conversation, oldest first. */
  readonly turns: readonly string[];
}

/** A conversation with an agent. It is part of the address, so that the back button leads to the message before. */
export function PlaygroundPage({ agent: name, turns }: PlaygroundPageProps) {
  const state = program.value;
  // While the program restarts, the conversation stays in view.
  const before = useRef<readonly AgentEntry[]>([]);
  if (state.status === 'ready') before.current = state.agents;
  const agents = before.current;
  if (agents.length === 0 && state.status === 'starting') return <WaitingForProgram />;
  if (agents.length === 0 && state.status === 'failed')
    return <Empty title="The program failed">It starts again when a source file changes.</Empty>;
  const agent = name === undefined ? agents[0] : agents.find((one) => one.name === name);
  if (agent !== undefined) return <Playground key={agent.name} agents={agents} agent={agent} turns={turns} />;
  return agents.length === 0 ? (
    <Empty title="No agent" command="npx toolwright dev --agent src/agent.ts#agent">
      Pass the module and the export of each agent that you want to talk to.
    </Empty>
  ) : (
    <Empty title="Unknown agent">
      The program has no agent with this name. <a href="#/playground">All agents</a>
    </Empty>
  );
}

interface PlaygroundProps {
  readonly agents: readonly AgentEntry[];
  readonly agent: AgentEntry;
  readonly turns: readonly string[];
}

function Playground({ agents, agent, turns }: PlaygroundProps) {
  const [known, setKnown] = useState<Readonly<Record<string, RunSummary>>>({});
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was in the field, and the turns, before an earlier message was taken into it. */
  const [before, setBefore] = useState<{ readonly draft: string; readonly turns: readonly string[] }>();
  const last = known[turns.at(-1) ?? ''];
  const draft = draftOf(agent.name);
  const why = whyNot(last, isSending);
  const go = (to: readonly string[]) => navigate({ page: 'playground', agent: agent.name, turns: to });
  const attempt = async (work: () => Promise<void>) => {
    setFailure(undefined);
    setSending(true);
    await work().catch((error: unknown) => setFailure(toShownError(error)));
    setSending(false);
  };
  const send = (input: string, after: readonly string[]) =>
    attempt(async () => {
      const settings = effective(settingsOf(agent.name), agent);
      const body = { agent: agent.name, input, after, settings };
      const { runId } = await server.api<RunStarted>('runs', { method: 'POST', body });
      if (input === draftOf(agent.name)) changeDraft(agent.name, before?.draft ?? '');
      setBefore(undefined);
      go([...after, runId]);
    });
  return (
    <div class="playground">
      <div class="playground-head head">
        <h1>Playground</h1>
        <span class="soft small numbers grow">{totalsText(turns.flatMap((id) => known[id] ?? []))}</span>
        <button type="button" disabled={turns.length === 0} onClick={() => go([])}>
          New conversation
        </button>
      </div>
      <details class="playground-side" open={matchMedia('(min-width: 761px)').matches}>
        <summary>Agent and settings</summary>
        <SettingsPanel agents={agents} agent={agent} />
      </details>
      <Conversation turns={turns.length}>
        {turns.length === 0 && <Welcome />}
        {turns.map((runId, index) => (
          <Turn
            key={runId}
            runId={runId}
            number={index + 1}
            onSummary={(summary) => setKnown((others) => ({ ...others, [runId]: summary }))}
            onEdit={(text) => {
              setBefore({ draft, turns });
              changeDraft(agent.name, text);
              go(turns.slice(0, index));
              field.current?.focus();
            }}
            onRepeat={(text) => send(text, turns.slice(0, index))}
          />
        ))}
      </Conversation>
      <form
        class="playground-form stack tight"
        onKeyDown={submitOnCtrlEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (why === undefined && draft.trim() !== '') void send(draft, turns);
        }}
      >
        {failure !== undefined && <ErrorBox error={failure} />}
        <textarea
          ref={field}
          rows={3}
          aria-label="Message"
          placeholder={`Message to ${agent.name}`}
          value={draft}
          onInput={({ currentTarget }) => changeDraft(agent.name, currentTarget.value)}
        />
        <div class="actions">
          {last?.status === 'running' ? (
            <button type="button" disabled={isSending} onClick={() => attempt(() => stop(last.runId))}>
              Stop
            </button>
          ) : (
            <button type="submit" class="primary" disabled={draft.trim() === '' || why !== undefined}>
              Send
            </button>
          )}
          {before !== undefined && (
            <button
              type="button"
              onClick={() => {
                changeDraft(agent.name, before.draft);
                go(before.turns);
                setBefore(undefined);
              }}
            >
              Cancel the edit
            </button>
          )}
          <span class="soft small" role="status">
            {why ?? 'Ctrl+Enter sends the message.'}
          </span>
        </div>
      </form>
    </div>
  );
}

function Welcome() {
  return (
    <Empty small title="Talk to the agent">
      Each message is a run, with the real model and the real tools. Change the settings for the next message,
      or edit an earlier message and send it again: the runs that followed it stay in “Runs”.
    </Empty>
  );
}

/** Why no message can be sent at the moment. */
function whyNot(last: RunSummary | undefined, isSending: boolean): string | undefined {
  if (isSending) return 'Sending…';
  if (program.value.status !== 'ready') return 'The program is not ready.';
  if (last?.status === 'running') return 'The agent is working.';
  return last?.status === 'paused' && last.controllable ? 'A call waits for your decision.' : undefined;
}

function totalsText(runs: readonly RunSummary[]): string {
  const { tokens, cost, priced } = totalsOf(runs);
  const isPriced = priced > 0 && priced === runs.length;
  return [tokens > 0 && formatCount(tokens, 'token'), isPriced && formatCost(cost)]
    .filter(Boolean)
    .join(' · ');
}

async function stop(runId: string): Promise<void> {
  await server.api(`runs/${encodeSegment(runId)}/abort`, { method: 'POST', body: {} });
}
