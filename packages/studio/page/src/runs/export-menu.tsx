import type { RunExport } from '../../../src/protocol/run-export.js';
import { encodeSegment } from '../../../src/protocol/segment.js';
import { server } from '../api/studio.js';

interface ExportMenuProps {
  readonly runId: string;
  readonly onError: (error: unknown) => void;
}

const FORMATS = [
  ['html', 'Save as HTML'],
  ['json', 'Save as JSON'],
] as const;

/** Saves the run as a file, without secrets. */
export function ExportMenu({ runId, onError }: ExportMenuProps) {
  return (
    <>
      {FORMATS.map(([format, label]) => (
        <button key={format} type="button" onClick={() => save(runId, format).catch(onError)}>
          {label}
        </button>
      ))}
    </>
  );
}

async function save(runId: string, format: string): Promise<void> {
  const path = `runs/${encodeSegment(runId)}/export?format=${format}`;
  const { file, type, text } = await server.api<RunExport>(path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = file;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
