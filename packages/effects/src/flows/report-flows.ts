import { type Finding, silence } from '@toolwright/program/compiler';
import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ToolProgram } from '../program/read-tool-sites.js';
import type { FoundFlows } from './find-flows.js';
import { FLOW_ROLES, type FlowEntry, type FlowRole, type Forbidden } from './flow.js';

/** Reports owners with all three parts of the trifecta, unless the policy `separate` or a tag in the source covers them. */
export function reportFlows(
  found: readonly FoundFlows[],
  forbid: readonly Forbidden[],
  { context, files, collector }: ToolProgram,
): Diagnostic[] {
  const findings = found.flatMap((one): Finding[] => {
    if (one.unguarded === 'no') return [];
    const code = one.unguarded === 'yes' ? 'TW6005' : 'TW6006';
    return [{ code, node: one.at, message: `${describe(one)}${unknownNames(one)}` }];
  });
  if (found.length === 0) return [];
  const forbidden: ReadonlySet<string> = new Set(forbid.flatMap((one) => CODES[one]));
  return silence(findings, { sources: files, context }, 'effects').map(({ code, node, message, hint }) => {
    const { severity, fix } = getRule(code);
    return {
      code,
      severity: forbidden.has(code) ? 'error' : severity,
      message,
      hint: hint ?? fix,
      ...(node !== undefined && collector.placeOf(node)),
    };
  });
}

/** The codes that each value of `forbid` makes errors. Forbidding what may happen includes what certainly happens. */
const CODES: Readonly<Record<Forbidden, readonly string[]>> = {
  trifecta: ['TW6005'],
  unknown: ['TW6005', 'TW6006'],
};

const DOES: Readonly<Record<FlowRole, readonly [string, string]>> = {
  privateData: ['reads private data', 'may read private data'],
  untrustedContent: ['brings in untrusted content', 'may bring in untrusted content'],
  waysOut: ['can send data out', 'may send data out'],
};

/** Maximum number of names in a finding, because the names come from the program. */
const SHOWN = 5;

function unknownNames({ unknownNames }: FoundFlows): string {
  if (unknownNames.length === 0) return '';
  const names = unknownNames.slice(0, SHOWN).map((name) => `\`${name}\``);
  const more = unknownNames.length > SHOWN ? ' and others' : '';
  return ` Its policy \`separate\` names ${names.join(', ')}${more}, which none of its tools have.`;
}

function describe({ flows: { kind, name, cells }, unguarded }: FoundFlows): string {
  const parts = FLOW_ROLES.flatMap((role) => {
    const [first] = cells[role];
    if (first === undefined) return [];
    const [does, may] = DOES[role];
    return [`${subject(first)} ${first.certainty === 'yes' ? does : may} (${reasonOf(first)})`];
  });
  const owner = kind === 'agent' ? 'The agent' : 'The registry';
  return `${owner} \`${name}\` ${unguarded === 'yes' ? 'has' : 'may have'} all three: ${parts.join(', ')}.`;
}

function subject({ tool, via }: FlowEntry): string {
  return [
    tool === '*' ? 'a tool' : `\`${tool}\``,
    ...[...via].reverse().map((agent) => `of \`${agent}\``),
  ].join(' ');
}

function reasonOf({ reason, path }: FlowEntry): string {
  const last = path.at(-1);
  return last === undefined ? reason : `${reason}, ${last.file}:${last.line}`;
}
