import { visibleLine, visibleText } from '@toolwright/contract';
import { useState } from 'preact/hooks';
import type { Table } from './read-table.js';

const ROWS = 100;
/** The maximum length of a cell. The whole value is in the JSON. */
const MAX_CELL = 500;

/** Shows the first rows of a table, and how many are left. */
export function TableView({
  table: { columns, rows },
  label,
}: {
  readonly table: Table;
  readonly label: string;
}) {
  const [shown, setShown] = useState(ROWS);
  const rest = rows.length - shown;
  return (
    <div class="stack tight">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table-scroll" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" class={isNumeric(rows, name) ? 'numbers' : ''}>
                  {visibleLine(name.slice(0, MAX_CELL))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {columns.map((name) => (
                  <Cell key={name} value={Object.hasOwn(row, name) ? row[name] : undefined} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 5 * ROWS)}>
          Show {Math.min(rest, 5 * ROWS)} more of {rest.toLocaleString('en-US')} rows
        </button>
      )}
    </div>
  );
}

function isNumeric([first]: Table['rows'], name: string): boolean {
  return first !== undefined && Object.hasOwn(first, name) && typeof first[name] === 'number';
}

/** A cell. A member that is absent is empty; null is not. */
function Cell({ value }: { readonly value: unknown }) {
  if (value === undefined) return <td />;
  if (typeof value !== 'string')
    return <td class={typeof value === 'number' ? 'numbers' : 'soft'}>{String(value)}</td>;
  const isCut = value.length > MAX_CELL;
  return <td>{`${visibleText(value.slice(0, MAX_CELL))}${isCut ? '…' : ''}`}</td>;
}
