import { formatCount } from '@toolwright/contract';
import type { ErrorReport, StackFrame } from '@toolwright/logger';
import { info } from '../api/studio.js';
import { EditorLink } from './editor-link.js';
import { Text } from './text.js';

/** What a function of the program threw: its frames with links into the source, then its causes. */
export function ErrorReportView({ report }: { readonly report: ErrorReport }) {
  const own = report.frames.filter((frame) => frame.own);
  const foreign = report.frames.filter((frame) => !frame.own);
  const { cause, errors = [] } = report;
  return (
    <section class="error-report stack tight" aria-label="Stack">
      <strong class="mono">
        <Text text={`${report.name}: ${report.message}`} />
      </strong>
      {own.length > 0 && <Frames frames={own} />}
      {foreign.length > 0 && (
        <details>
          <summary class="soft small">
            {formatCount(foreign.length, 'frame')} of packages and the runtime
          </summary>
          <Frames frames={foreign} />
        </details>
      )}
      {cause !== undefined && <Inner title="Caused by" report={cause} />}
      {errors.map((error, index) => (
        <Inner key={index} title="One of its errors" report={error} />
      ))}
    </section>
  );
}

function Inner({ title, report }: { readonly title: string; readonly report: ErrorReport }) {
  return (
    <div>
      <span class="soft small">{title}</span>
      <ErrorReportView report={report} />
    </div>
  );
}

function Frames({ frames }: { readonly frames: readonly StackFrame[] }) {
  return (
    <ul class="frames mono">
      {frames.map(({ function: name, file, line, column, own }, index) => {
        const place = `${withoutRoot(file)}:${line}:${column}`;
        return (
          <li key={index}>
            {name !== undefined && <Text text={`${name} `} />}
            {own ? (
              <EditorLink file={file} line={line}>
                {place}
              </EditorLink>
            ) : (
              <span class="soft">
                <Text text={place} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function withoutRoot(file: string): string {
  const root = info.value?.root;
  const [path, folder] = [file.replaceAll('\\', '/'), `${root?.replaceAll('\\', '/')}/`];
  return root !== undefined && path.startsWith(folder) ? path.slice(folder.length) : path;
}
