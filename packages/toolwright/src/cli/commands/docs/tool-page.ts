import type { ToolDocs } from '@toolwright/codegen';
import { formatDuration, type ProvedHints, type ToolSpec } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';
import { nameTools } from '../../project/tool-names.js';
import { type MemberRow, type MemberRows, memberRows } from './member-rows.js';
import { literal, typeText } from './type-text.js';
import { visible, visibleLine } from './visible-text.js';

/** The content of a tool's page in any format. Invisible characters are made visible; nothing is escaped for a format. */
export interface ToolSection {
  readonly name: string;
  /** Unique on the page. Consists of letters, digits, `_` and `-`. */
  readonly anchor: string;
  readonly signature: string;
  readonly description: string;
  readonly hints: readonly string[];
  readonly parameters: MemberRows;
  /** Undefined for a tool that returns nothing. */
  readonly result:
    | { readonly type: string; readonly description: string; readonly members: MemberRows }
    | undefined;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
  /** The file, e.g. `src/weather.ts`, without the line, which changes with every edit above it. */
  readonly source: string;
}

export function toolSections(tools: readonly ToolDocs[]): readonly ToolSection[] {
  const anchors = new Map<string, number>();
  return nameTools(tools).map(({ name, spec }, index): ToolSection => {
    const { throws = [], examples = [] } = tools[index] ?? {};
    const parameters = memberRows(spec.parameters);
    return {
      name: visibleLine(name),
      anchor: anchorOf(name, anchors),
      signature: signatureOf(spec),
      description: visible(spec.description),
      hints: hintsOf(spec),
      parameters: { ...parameters, rows: parameters.rows.map(visibleRow) },
      result: resultOf(spec),
      throws: throws.map(visibleLine),
      examples: examples.map(visible),
      source: visibleLine(spec.source.file),
    };
  });
}

/** Returns the anchor that GitHub derives from a heading: https://github.com/Flet/github-slugger */
function anchorOf(name: string, taken: Map<string, number>): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '');
  const uses = taken.get(plain) ?? 0;
  taken.set(plain, uses + 1);
  if (uses === 0) return plain;
  const numbered = `${plain}-${uses}`;
  taken.set(numbered, 1);
  return numbered;
}

const LINE = 90;

function signatureOf({ name, parameters: { properties, required = [] }, output }: ToolSpec): string {
  const needed = new Set(required);
  const shown = Object.entries(properties).slice(0, MAX_PARAMETERS);
  const parts = shown.map(([key, schema]) => {
    const mark = needed.has(key) || schema.default !== undefined ? '' : '?';
    const fallback = schema.default === undefined ? '' : ` = ${literal(schema.default)}`;
    const type = typeText(schema);
    return visibleLine(
      `${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : JSON.stringify(key)}${mark}: ${type}${fallback}`,
    );
  });
  if (Object.keys(properties).length > shown.length) parts.push('…');
  const result = output === undefined ? 'void' : visibleLine(typeText(output));
  const line = `${name}(${parts.join(', ')}): ${result}`;
  return line.length <= LINE ? line : `${name}(\n${parts.map((part) => `  ${part},\n`).join('')}): ${result}`;
}

const MAX_PARAMETERS = 30;

function resultOf({ output }: ToolSpec): ToolSection['result'] {
  if (output === undefined) return undefined;
  const members = memberRows(
    output.type === 'array' && typeof output.items === 'object' ? elementOf(output) : output,
  );
  return {
    type: visibleLine(typeText(output)),
    description: visible(output.description ?? ''),
    members: { ...members, rows: members.rows.map(visibleRow) },
  };
}

/** Returns the schema of a list's elements, because readers look for their members. */
function elementOf({ items, $defs }: NonNullable<ToolSpec['output']>): NonNullable<ToolSpec['output']> {
  const element = typeof items === 'object' ? items : {};
  return $defs === undefined ? element : { ...(resolveRef(element, { $defs }) ?? element), $defs };
}

function visibleRow(row: MemberRow): MemberRow {
  return {
    ...row,
    name: visibleLine(row.name),
    type: visibleLine(row.type),
    fallback: row.fallback && visibleLine(row.fallback),
    description: visibleLine(row.description),
    rules: visibleLine(row.rules),
    examples: row.examples.map(visibleLine),
  };
}

function hintsOf({ annotations, proved = {}, needsContext }: ToolSpec): readonly string[] {
  const { destructive, idempotent, deprecated, needsApproval, timeoutMs, tags = [] } = annotations;
  const { readOnly = proved.readOnly, openWorld = proved.openWorld } = annotations;
  const from = (hint: keyof ProvedHints) => (annotations[hint] === undefined ? ' (proved)' : '');
  return [
    ...(deprecated ? ['deprecated'] : []),
    ...(readOnly ? [`read-only${from('readOnly')}`] : []),
    ...(destructive ? ['destructive'] : []),
    ...(idempotent ? ['idempotent'] : []),
    ...(openWorld === undefined
      ? []
      : [`${openWorld ? 'reaches other systems' : 'stays within the program'}${from('openWorld')}`]),
    ...(needsApproval ? ['needs approval'] : []),
    ...(needsContext ? ['needs a context'] : []),
    ...(timeoutMs === undefined ? [] : [`ends after ${formatDuration(timeoutMs)}`]),
    ...tags.map((tag) => `tag ${visibleLine(tag)}`),
  ];
}
