import { formatCount } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { StudioDiagnostic } from '../../../src/protocol/problem-requests.js';
import { problems, program } from '../api/studio.js';
import { Command, Empty, ErrorBox } from '../look/blocks.js';
import { EditorLink } from '../look/editor-link.js';
import { formatClock } from '../look/format.js';
import { SourceLines } from '../look/source-lines.js';
import { Line, Text } from '../look/text.js';

const FILES_SHOWN = 30;
const IN_FILE_SHOWN = 50;

/** Shows the codegen diagnostics by file. Updated while the project is edited. */
export function ProblemsPage() {
  const [shown, setShown] = useState(FILES_SHOWN);
  const found = problems.value;
  if (found === undefined) return <Empty title="Reading the problems…" />;
  const { status, diagnostics, at, failure } = found;
  if (status === 'off') return <Off failure={failure} />;
  const groups = groupProblems(diagnostics);
  return (
    <div class="detail problems">
      <div class="page">
        <div class="head">
          <h1>Problems</h1>
          <span class="soft small numbers" aria-live="polite">
            {headline(diagnostics)}
            {at !== undefined && ` · read at ${formatClock(at)}`}
            {status === 'reading' && ' · reading…'}
          </span>
        </div>
        <Crash />
        {failure !== undefined && <ErrorBox error={failure} />}
        {groups.length === 0 && failure === undefined && status === 'read' && (
          <Empty small title="No problems">
            Codegen accepts all tools. This page follows your edits.
          </Empty>
        )}
        {groups.slice(0, shown).map((group) => (
          <FileView key={group.file} group={group} />
        ))}
        {groups.length > shown && (
          <button type="button" onClick={() => setShown(shown + FILES_SHOWN)}>
            Show more of {groups.length} files
          </button>
        )}
      </div>
    </div>
  );
}

function Crash() {
  const state = program.value;
  const isRunning = state.status === 'starting' || state.status === 'ready';
  const crash = isRunning ? state.crash : undefined;
  if (state.status === 'failed') {
    return (
      <section class="stack tight" aria-label="The program failed">
        <h2>The program failed</h2>
        <ErrorBox error={state.error} />
      </section>
    );
  }
  if (crash === undefined) return null;
  return (
    <section class="stack tight" aria-label="The program crashed">
      <h2>
        The program crashed <span class="soft numbers">at {formatClock(crash.at)}</span>
      </h2>
      <ErrorBox error={crash.error} />
      <p class="soft small">It was restarted. This message disappears when you change a source file.</p>
    </section>
  );
}

function Off({ failure }: { readonly failure: Parameters<typeof ErrorBox>[0]['error'] | undefined }) {
  return (
    <div class="page">
      <h1>Problems</h1>
      <Crash />
      {failure !== undefined && <ErrorBox error={failure} />}
      <p class="soft">
        This page shows the diagnostics of codegen while you edit your tools. It requires codegen and a{' '}
        <code>tsconfig.json</code> in the project:
      </p>
      <Command text="npm install --save-dev @toolwright/codegen" />
    </div>
  );
}

function FileView({ group: { file, diagnostics } }: { readonly group: FileProblems }) {
  const [shown, setShown] = useState(IN_FILE_SHOWN);
  return (
    <section class="stack" aria-label={file}>
      <h2 class="mono">
        <Text text={file} /> <span class="soft numbers">({diagnostics.length})</span>
      </h2>
      <ul class="stack">
        {diagnostics.slice(0, shown).map((each, index) => (
          <li
            key={`${each.code} ${each.line} ${index}`}
            class={`card stack tight problem ${TONES[each.severity]}`}
          >
            <Diagnostic diagnostic={each} />
          </li>
        ))}
      </ul>
      {diagnostics.length > shown && (
        <button type="button" onClick={() => setShown(shown + 4 * IN_FILE_SHOWN)}>
          Show more of {diagnostics.length}
        </button>
      )}
    </section>
  );
}

const TONES = { error: 'bad', warning: 'warn', info: '' } as const;

function Diagnostic({ diagnostic }: { readonly diagnostic: StudioDiagnostic }) {
  const { code, severity, message, file, line, column, text, length, fix } = diagnostic;
  return (
    <>
      <div class="row-line">
        <span class={`tag ${TONES[severity]}`}>{severity}</span>
        <Line text={code} class="mono" />
        <span class="soft small numbers push">
          line {line}, column {column}
        </span>
        {file !== '' && (
          <EditorLink file={file} line={line}>
            Open in VS Code
          </EditorLink>
        )}
      </div>
      <div>
        <Text text={message} />
      </div>
      {text !== undefined && (
        <SourceLines
          label={`${file}, line ${line}`}
          from={line}
          lines={[text]}
          marked={line}
          marker={{ column, length: length ?? 1 }}
        />
      )}
      {fix !== undefined && (
        <div class="soft">
          <Text text={fix} />
        </div>
      )}
    </>
  );
}

function headline(diagnostics: readonly StudioDiagnostic[]): string {
  const count = (severity: StudioDiagnostic['severity']) =>
    diagnostics.filter((each) => each.severity === severity).length;
  const parts = [
    [count('error'), 'error'],
    [count('warning'), 'warning'],
    [count('info'), 'note'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, noun]) => formatCount(amount, noun))
    .join(', ');
}

/** The diagnostics of one file, in line order. */
interface FileProblems {
  readonly file: string;
  readonly diagnostics: readonly StudioDiagnostic[];
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const;

/** Groups diagnostics by file; files with errors come first. */
function groupProblems(diagnostics: readonly StudioDiagnostic[]): FileProblems[] {
  const groups = new Map<string, StudioDiagnostic[]>();
  for (const each of diagnostics) {
    const group = groups.get(each.file);
    if (group === undefined) groups.set(each.file, [each]);
    else group.push(each);
  }
  return [...groups]
    .map(([file, found]) => ({
      file,
      diagnostics: found.sort((a, b) => a.line - b.line || a.column - b.column),
    }))
    .sort((a, b) => worst(a) - worst(b) || a.file.localeCompare(b.file));
}

function worst({ diagnostics }: FileProblems): number {
  return Math.min(...diagnostics.map(({ severity }) => WEIGHT[severity]));
}
