import { type JsonValue, visibleLine } from '@toolwright/contract';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from './copy-button.js';
import { Icon } from './icon.js';
import { type JsonRow, jsonRows, openAtFirst } from './json-rows.js';
import { nextIndex } from './next-index.js';
import { Code } from './text.js';
import { visibleRows } from './visible-rows.js';

const ROW = 20;
const INDENT = 14;
const HEIGHT = 420;

interface JsonTreeProps {
  readonly value: JsonValue;
  readonly label: string;
}

/** Shows a JSON value as a collapsible tree, or a string as text. */
export function JsonTree({ value, label }: JsonTreeProps) {
  return typeof value === 'string' ? (
    <TextValue value={value} label={label} />
  ) : (
    <Tree value={value} label={label} />
  );
}

function TextValue({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div class="stack tight">
      <Code label={label} text={value === '' ? '(an empty string)' : value} />
      <div class="actions">
        <CopyButton label="Copy text" text={() => value} />
      </div>
    </div>
  );
}

/** A tree that renders only the visible rows. */
function Tree({ value, label }: JsonTreeProps) {
  const [open, setOpen] = useState(() => openAtFirst(value));
  const [active, setActive] = useState(0);
  const [top, setTop] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const rows = useMemo(() => jsonRows(value, open), [value, open]);
  // A new value resets the expanded nodes.
  useEffect(() => setOpen(openAtFirst(value)), [value]);

  const toggle = (row: JsonRow, isOpen = !row.isOpen) => {
    if (row.isOpen === undefined || row.isOpen === isOpen) return;
    const next = new Set(open);
    if (isOpen) next.add(row.id);
    else next.delete(row.id);
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    const next = nextIndex(event.key, active, rows.length, Math.floor(HEIGHT / ROW));
    if (next !== undefined) {
      setActive(next);
      keepInSight(scroller.current, next);
    } else if (row !== undefined && ['ArrowRight', 'ArrowLeft', 'Enter', ' '].includes(event.key)) {
      toggle(row, event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : undefined);
    } else return;
    event.preventDefault();
  };

  const current = rows[Math.min(active, rows.length - 1)];
  return (
    <div class="stack tight">
      <div
        ref={scroller}
        class="tree"
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={`${id}-${active}`}
        style={{ height: `${Math.min(HEIGHT, rows.length * ROW + 2)}px` }}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      >
        <div class="tree-inner" role="presentation" style={{ height: `${rows.length * ROW}px` }}>
          {visibleRows({ top, height: HEIGHT }, ROW, rows.length, active).map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Row
                key={row.id}
                id={`${id}-${index}`}
                row={row}
                index={index}
                isActive={index === active}
                onClick={() => {
                  setActive(index);
                  toggle(row);
                }}
              />
            );
          })}
        </div>
      </div>
      <div class="actions">
        <CopyButton label="Copy JSON" text={() => JSON.stringify(value, null, 2)} />
      </div>
      {typeof current?.value === 'string' && (current.value.length > 80 || current.value.includes('\n')) && (
        <Code label="The selected text" text={current.value} />
      )}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function Row({ id, row, index, isActive, onClick }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant names it
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen}
      aria-selected={isActive}
      class={isActive ? 'tree-row active' : 'tree-row'}
      style={{ transform: `translateY(${index * ROW}px)`, paddingLeft: `${8 + row.depth * INDENT}px` }}
      onClick={onClick}
    >
      <span class="tree-toggle" aria-hidden="true">
        {row.isOpen !== undefined && <Icon name={row.isOpen ? 'open' : 'closed'} />}
      </span>
      {row.key !== undefined && <bdi class="tree-key">{visibleLine(row.key.slice(0, 120))}:</bdi>}
      <span class={`tree-value ${row.kind}`}>{visibleLine(row.text)}</span>
    </div>
  );
}

function keepInSight(element: HTMLElement | null, index: number): void {
  if (element === null) return;
  if (index * ROW < element.scrollTop) element.scrollTop = index * ROW;
  const end = (index + 1) * ROW - element.clientHeight;
  if (end > element.scrollTop) element.scrollTop = end;
}
