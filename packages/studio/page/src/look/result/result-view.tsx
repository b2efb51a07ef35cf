import type { ContentPart, JsonValue } from '@toolwright/contract';
import { useMemo, useState } from 'preact/hooks';
import { JsonTree } from '../json-tree.js';
import { MediaView } from './media-view.js';
import { findTable } from './read-table.js';
import { TableView } from './table-view.js';
import { TextResult } from './text-result.js';
import { ViewSwitch } from './view-switch.js';

interface ResultViewProps {
  readonly value: JsonValue;
  /** What a tool returned beside its result, if it is more than text. */
  readonly content?: readonly ContentPart[] | undefined;
  readonly label: string;
}

/** Shows what a tool returned: text, images, audio, files, a table, or JSON. */
export function ResultView({ value, content, label }: ResultViewProps) {
  if (content === undefined) return <ValueView value={value} label={label} />;
  if (typeof value === 'string') return <ContentView parts={content} label={label} />;
  // The first part of the content is usually the value as text.
  const [first] = content;
  const isRepeated = first?.type === 'text' && first.text === JSON.stringify(value);
  return (
    <>
      <ValueView value={value} label={label} />
      <ContentView parts={isRepeated ? content.slice(1) : content} label={label} />
    </>
  );
}

/** The number of parts that are shown at first, because each image takes time to decode. */
const PARTS = 24;

/** Shows the parts of content in their order. */
export function ContentView({
  parts,
  label,
}: {
  readonly parts: readonly ContentPart[];
  readonly label: string;
}) {
  const [shown, setShown] = useState(PARTS);
  const rest = parts.length - shown;
  return (
    <div class="stack">
      {parts
        .slice(0, shown)
        .map((part, index) =>
          part.type === 'text' ? (
            <TextResult key={index} text={part.text} label={label} />
          ) : (
            <MediaView key={index} part={part} name={`${label}, part ${index + 1}`} />
          ),
        )}
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + PARTS)}>
          Show {Math.min(rest, PARTS)} more of {rest} parts
        </button>
      )}
    </div>
  );
}

function ValueView({ value, label }: { readonly value: JsonValue; readonly label: string }) {
  const table = useMemo(() => findTable(value), [value]);
  const [isJson, setJson] = useState(false);
  if (typeof value === 'string') return <TextResult text={value} label={label} />;
  if (table === undefined) return <JsonTree label={label} value={value} />;
  return (
    <div class="stack tight">
      {isJson ? <JsonTree label={label} value={value} /> : <TableView table={table} label={label} />}
      <div class="actions">
        <ViewSwitch names={['Table', 'JSON']} isSecond={isJson} onChoose={setJson} />
      </div>
    </div>
  );
}
