import { useSignal } from '@preact/signals';
import { contentText, formatCount, type Message } from '@toolwright/contract';
import { useEffect, useState } from 'preact/hooks';
import type { DecisionsRequest, RunSummary, ShownError } from '../../../src/protocol/requests.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import type { SessionReply, SessionSummary, SessionsReply } from '../../../src/protocol/session-requests.js';
import { toShownError } from '../api/request.js';
import { info, onEntries, program, server, sessionsVersion } from '../api/studio.js';
import { throttled } from '../api/throttled.js';
import { Back, Empty, ErrorBox } from '../look/blocks.js';
import { formatMoment } from '../look/format.js';
import { LinkList } from '../look/link-list.js';
import { JsonCode, Line, Text } from '../look/text.js';
import { makerOf } from '../program/shown-program.js';
import { navigate } from '../routes/navigation.js';
import { formatRoute } from '../routes/route.js';
import { Decisions } from '../runs/decisions.js';
import { TELLING } from '../runs/open-run.js';
import { StatusTag } from '../runs/run-list.js';
import { useRun } from '../runs/use-run.js';

const PART = 100;
/** The maximum number of sessions that the server returns. */
const MOST = 1_000;
const DELAY_MS = 400;

export function SessionsPage({ id }: { readonly id: string | undefined }) {
  const sessions = useSignal<readonly SessionSummary[] | undefined>(undefined);
  const failure = useSignal<ShownError | undefined>(undefined);
  const search = useSignal('');
  const limit = useSignal(PART);
  const more = useSignal(false);
  const isMissing = useSignal(false);
  const version = sessionsVersion.value;
  useEffect(() => {
    const load = throttled(async () => {
      const query = new URLSearchParams({ limit: String(limit.value), search: search.value.trim() });
      try {
        const reply = await server.api<SessionsReply>(`sessions?${query}`);
        // Ignores the reply to an earlier search.
        if (query.get('search') !== search.value.trim()) return;
        sessions.value = reply.sessions;
        more.value = reply.more;
        isMissing.value = reply.missing === true;
        failure.value = undefined;
      } catch (error) {
        failure.value = toShownError(error);
      }
    }, DELAY_MS);
    const stops = [search, limit, sessionsVersion].map((signal) => signal.subscribe(load));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  if (failure.value !== undefined && sessions.value === undefined) {
    return (
      <div class="page">
        <ErrorBox error={failure.value} />
      </div>
    );
  }
  const all = sessions.value;
  if (all === undefined) return <Empty title="Reading the sessions…" />;
  if (all.length === 0 && id === undefined && search.value === '')
    return <NoSessions isMissing={isMissing.value} />;
  return (
    <div class={id === undefined ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Sessions">
        <div class="master-head">
          <div class="head">
            <h1>Sessions</h1>
            <span class="soft small numbers">
              {formatCount(all.length)}
              {more.value && '+'}
            </span>
          </div>
          <input
            type="search"
            placeholder="Search ids, agents and states"
            aria-label="Search sessions"
            data-search
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
        </div>
        <LinkList
          label="Sessions"
          items={all}
          rowHeight={58}
          current={all.findIndex((session) => session.id === id)}
          keyOf={(session) => session.id}
          hrefOf={(session) => formatRoute({ page: 'sessions', sessionId: session.id })}
          onMove={
            id === undefined
              ? undefined
              : (session) => navigate({ page: 'sessions', sessionId: session.id }, { replace: true })
          }
        >
          {(session) => (
            <>
              <span class="row-line">
                <Line text={session.id} class="row-title mono grow" />
                <SessionTag status={session.status} />
              </span>
              <Line
                text={`${session.agent} · ${formatMoment(session.updatedAt, Date.now())}`}
                class="soft small numbers"
              />
            </>
          )}
        </LinkList>
        {all.length === 0 && <p class="soft small page">No session matches.</p>}
        {more.value && limit.value < MOST && (
          <button
            type="button"
            class="more"
            onClick={() => {
              limit.value += PART;
            }}
          >
            Show older sessions
          </button>
        )}
        {more.value && limit.value >= MOST && <p class="soft small page">Search for older sessions.</p>}
      </section>
      <div class="detail">
        {id === undefined ? (
          <Empty title="Choose a session">See the conversation, and decide pending calls.</Empty>
        ) : (
          <SessionView key={id} id={id} version={version} />
        )}
      </div>
    </div>
  );
}

function SessionTag({ status }: { readonly status: string }) {
  const tone = status === 'paused' || status === 'waiting' ? 'warn' : status === 'idle' ? '' : 'busy';
  return (
    <span class={`tag ${tone}`}>
      <Line text={status} />
    </span>
  );
}

function NoSessions({ isMissing }: { readonly isMissing: boolean }) {
  const { store } = info.value?.started ?? {};
  if (store === undefined) {
    return (
      <Empty title="No store" command="npx toolwright dev --store sessions.db --agent src/agent.ts#config">
        Pass the SQLite file that contains your sessions.
      </Empty>
    );
  }
  return isMissing ? (
    <Empty title="No sessions yet">
      The file <Text text={store} class="mono" /> does not exist. Run your program: it creates the file with{' '}
      <code>openSqliteStore</code>, and its sessions then appear here.
    </Empty>
  ) : (
    <Empty title="No sessions yet">
      The store is empty. Sessions of your program appear here when it opens them.
    </Empty>
  );
}

function SessionView({ id, version }: { readonly id: string; readonly version: number }) {
  const [session, setSession] = useState<SessionReply | undefined>(undefined);
  const [failure, setFailure] = useState<ShownError | undefined>(undefined);
  const [news, setNews] = useState(0);
  const reload = () => setNews((count) => count + 1);
  const programStatus = program.value.status;
  useEffect(() => {
    const controller = new AbortController();
    server
      .api<SessionReply>(`sessions/${encodeSegment(id)}`, { signal: controller.signal })
      .then((reply) => {
        setSession(reply);
        setFailure(undefined);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailure(toShownError(error));
      });
    return () => controller.abort();
  }, [id, version, news, programStatus]);
  const runIds = session?.runs.map(({ runId }) => runId).join('\n') ?? '';
  useEffect(() => {
    const own = new Set(runIds.split('\n'));
    return onEntries((entries) => {
      if (entries.some(({ run, event }) => own.has(run.runId) && TELLING.has(event.type))) reload();
    });
  }, [runIds]);
  return (
    <article class="page" aria-label="Session">
      <Back href={formatRoute({ page: 'sessions' })}>Sessions</Back>
      {failure !== undefined && <ErrorBox error={failure} />}
      {session !== undefined && (
        <>
          <header class="stack tight">
            <h1 class="mono">
              <Text text={session.id} />
            </h1>
            <p class="soft small numbers">
              <Line text={session.agent} /> · started {formatMoment(session.createdAt, Date.now())} · last
              change {formatMoment(session.updatedAt, Date.now())}
            </p>
          </header>
          {session.pending.length > 0 && (
            <SessionDecisions
              key={session.pending.map(({ callId }) => callId).join()}
              session={session}
              onDecide={async (decisions) => {
                const path = `sessions/${encodeSegment(id)}/decisions`;
                await server.api(path, { method: 'POST', body: decisions });
                reload();
              }}
            />
          )}
          <SessionRuns runs={session.runs} />
          <Conversation messages={session.messages} />
        </>
      )}
    </article>
  );
}

interface SessionDecisionsProps {
  readonly session: SessionReply;
  readonly onDecide: (decisions: DecisionsRequest) => Promise<void>;
}

/** The calls that wait. If their run is on record, a call of a program has its program. */
function SessionDecisions({ session, onDecide }: SessionDecisionsProps) {
  const { pending, input, undecidable: why, runs } = session;
  const run = useRun(runs.find(({ status }) => status === 'paused')?.runId);
  const record = run?.record;
  // The record grows while it is read.
  void run?.version.value;
  const ofRecord = record && ((callId: string) => makerOf(record, callId)?.arguments);
  return <Decisions pending={pending} input={input} why={why} makerOf={ofRecord} onDecide={onDecide} />;
}

function SessionRuns({ runs }: { readonly runs: readonly RunSummary[] }) {
  if (runs.length === 0) return null;
  return (
    <section class="stack tight" aria-label="Runs of the session">
      {runs.map((run) => (
        <a key={run.runId} class="row-line" href={formatRoute({ page: 'runs', runId: run.runId })}>
          <StatusTag status={run.status} />
          <Line text={`Run: ${run.input || '(no input)'}`} class="grow" />
        </a>
      ))}
    </section>
  );
}

const SHOWN = 100;

function Conversation({ messages }: { readonly messages: readonly Message[] }) {
  const [shown, setShown] = useState(SHOWN);
  const hidden = Math.max(0, messages.length - shown);
  return (
    <div class="conversation">
      {messages.length === 0 && <p class="soft">No messages yet.</p>}
      {hidden > 0 && (
        <button type="button" onClick={() => setShown(shown + 5 * SHOWN)}>
          Show {Math.min(hidden, 5 * SHOWN)} earlier of {hidden}
        </button>
      )}
      {messages.slice(hidden).map((message, index) => (
        <MessageView key={hidden + index} message={message} />
      ))}
    </div>
  );
}

function MessageView({ message }: { readonly message: Message }) {
  const text = message.content === null ? '' : contentText(message.content);
  return (
    <div class="message">
      <div class="row-line">
        <span class={`tag role-${message.role}`}>{message.role}</span>
        {message.role === 'tool' && <Line text={message.tool_call_id} class="mono soft small" />}
      </div>
      {text !== '' && <Text text={text} />}
      {message.role === 'assistant' &&
        message.tool_calls?.map((call) => (
          <div key={call.id} class="stack tight">
            <Line text={`calls ${call.function.name}`} class="mono small" />
            <JsonCode label={`Arguments of ${call.function.name}`} text={call.function.arguments} />
          </div>
        ))}
    </div>
  );
}
