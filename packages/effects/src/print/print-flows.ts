import { printable } from '@toolwright/program';
import { FLOW_ROLES, type FlowEntry, type FlowRole, type ToolFlows } from '../flows/flow.js';
import { createPaint, type Paint, printPath, printPlace } from './paint.js';

/** Options of `printFlows`. */
export interface PrintFlowsOptions {
  /** `pretty` prints a tree for people, `markdown` a table with a row for each agent and registry. Default: `pretty`. */
  readonly format?: 'pretty' | 'markdown' | undefined;
  /** Enables ANSI colours, only in `pretty`. Default: false. */
  readonly color?: boolean | undefined;
}

/** Prints which tools of each agent and registry read private data, bring in untrusted content, and can send data out. */
export function printFlows(
  flows: readonly ToolFlows[],
  { format = 'pretty', color = false }: PrintFlowsOptions = {},
): string {
  if (format === 'markdown') return printTable(flows);
  const paint = createPaint(color);
  return flows.map((one) => printTree(one, paint)).join('\n\n');
}

const TITLES: Readonly<Record<FlowRole, string>> = {
  privateData: 'private data',
  untrustedContent: 'untrusted content',
  waysOut: 'ways out',
};

function printTree(flows: ToolFlows, paint: Paint): string {
  const { kind, name, cells } = flows;
  const cellLines = FLOW_ROLES.flatMap((role) => {
    const entries = cells[role];
    if (entries.length === 0) return [`├─ ${TITLES[role]}: ${paint('green', 'none')}`];
    return [`├─ ${TITLES[role]}`, ...entries.map((entry) => printEntry(entry, paint))];
  });
  return [
    `${kind} ${paint('bold', name)} ${paint('dim', printPlace(flows))}`,
    ...cellLines,
    `└─ ${printVerdict(flows, paint)}`,
  ].join('\n');
}

/** Prints an entry on one line: its text, the locations on the path, and the last call. */
function printEntry(entry: FlowEntry, paint: Paint): string {
  const title = entryText(entry);
  const places = printPath(entry, printPlace, String).join(' → ');
  const last = printable(entry.path.at(-1)?.text ?? '');
  return `│    ${entry.certainty === 'may' ? paint('yellow', title) : printable(title)}  ${paint('dim', places)}  ${last}`;
}

/** Formats an entry: `search: net`, `may: deploy: unknown: package x`, `balance of billing: db`. */
function entryText({ tool, certainty, reason, via }: Omit<FlowEntry, 'path'>): string {
  const owner = [tool === '*' ? 'any tool' : tool, ...[...via].reverse().map((agent) => `of ${agent}`)].join(
    ' ',
  );
  return `${certainty === 'may' ? 'may: ' : ''}${owner}: ${reason}`;
}

function verdictText({ trifecta, separated }: ToolFlows): string {
  const kept = separated ? ', kept apart by separate()' : '';
  if (trifecta === 'yes') return `all three${kept}`;
  return trifecta === 'may' ? `possibly all three${kept}` : 'not all three';
}

function printVerdict(flows: ToolFlows, paint: Paint): string {
  if (flows.trifecta === 'no' || flows.separated) return paint('green', verdictText(flows));
  return paint(flows.trifecta === 'yes' ? 'red' : 'yellow', verdictText(flows));
}

function printTable(flows: readonly ToolFlows[]): string {
  const head = ['agent or registry', ...FLOW_ROLES.map((role) => TITLES[role]), 'verdict'];
  const rows = flows.map((one) => [
    `${one.kind} ${code(one.name)}<br>${escaped(printPlace(one))}`,
    ...FLOW_ROLES.map((role) => one.cells[role].map(cellText).join('<br>') || 'none'),
    verdictText(one),
  ]);
  const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)].join('\n');
}

function cellText(entry: FlowEntry): string {
  const last = entry.path.at(-1);
  const place = last === undefined ? '' : ` (${escaped(printPlace(last))} ${code(last.text)})`;
  return `${escaped(entryText(entry))}${place}`;
}

/** Formats source text as code in a table cell. Inside backticks, a pipe after a backslash cannot be escaped. */
function code(text: string): string {
  const shown = printable(text).replaceAll(/\s+/g, ' ');
  if (/[|`]/.test(shown)) return `<code>${escaped(shown)}</code>`;
  return `\`${shown}\``;
}

/** Escapes characters that Markdown reads as markup, and GitHub as a link or a mention. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_<>|[\]&~#@$]|:(?=\/\/)|(?<=www)\./gi, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll(/\s+/g, ' ');
}
