import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ToolReading } from './file-reading.js';

/** Reports former names that are or were also the name of another tool. A method and its overrides are one tool. */
export function clashingFormerNames(tools: readonly ToolReading[]): Diagnostic[] {
  const renamed = tools.filter(({ entry }) => entry.spec.was?.tool !== undefined);
  if (renamed.length === 0) return [];
  const present = new Map<string, ToolReading[]>();
  for (const tool of tools) {
    const { name } = tool.entry.spec;
    const known = present.get(name);
    if (known === undefined) present.set(name, [tool]);
    else known.push(tool);
  }
  const former = new Map<string, ToolReading>();
  return renamed.flatMap((tool) =>
    formerNames(tool).flatMap((name) => {
      const earlier = former.get(name);
      former.set(name, earlier ?? tool);
      const others = present.get(name)?.filter(({ origin }) => origin !== tool.origin) ?? [];
      const other = others.find((one) => areTogether(one, tool)) ?? others[0];
      if (other !== undefined) return [hasName(tool, name, other, isCircular(tool, name, present))];
      return earlier === undefined || earlier.origin === tool.origin ? [] : [hadName(tool, name, earlier)];
    }),
  );
}

function formerNames({ entry }: ToolReading): readonly string[] {
  return entry.spec.was?.tool ?? [];
}

function hasName(tool: ToolReading, former: string, other: ToolReading, isSwap: boolean): Diagnostic {
  const { name } = tool.entry.spec;
  const swap = isSwap ? ' Tools that swap names are not renamed.' : '';
  const message = `\`${name}\` was \`${former}\`, which is the name of another tool, at ${placeOf(other, tool)}.${swap}`;
  return diagnosticOf(tool, isSwap || areTogether(tool, other) ? 'TW1041' : 'TW1042', message);
}

function hadName(tool: ToolReading, former: string, earlier: ToolReading): Diagnostic {
  const { name } = earlier.entry.spec;
  const message = `\`${tool.entry.spec.name}\` was \`${former}\`, as was \`${name}\` at ${placeOf(earlier, tool)}.`;
  return diagnosticOf(tool, areTogether(tool, earlier) ? 'TW1041' : 'TW1042', message);
}

/** Whether two tools are always registered together: methods of one class, or functions in one file. */
function areTogether({ entry: one }: ToolReading, { entry: other }: ToolReading): boolean {
  const isSameFile = one.binding.file === other.binding.file;
  if (one.member === undefined || other.member === undefined)
    return isSameFile && one.member === other.member;
  return (
    isSameFile &&
    one.binding.exportName === other.binding.exportName &&
    one.member.static === other.member.static
  );
}

/** Whether former names form a cycle: a tool's name is another tool's former name, and so on back to the first tool. */
function isCircular(
  tool: ToolReading,
  former: string,
  present: ReadonlyMap<string, readonly ToolReading[]>,
): boolean {
  const reached = new Set([former]);
  for (const name of reached) {
    if (name === tool.entry.spec.name) return true;
    for (const next of (present.get(name) ?? []).flatMap(formerNames)) reached.add(next);
  }
  return false;
}

function placeOf({ entry }: ToolReading, from: ToolReading): string {
  const { file, line } = entry.spec.source;
  return file === from.entry.spec.source.file ? `line ${line}` : `${file}:${line}`;
}

function diagnosticOf(tool: ToolReading, code: 'TW1041' | 'TW1042', message: string): Diagnostic {
  const { severity, fix } = getRule(code);
  return { code, severity, message, hint: fix, ...tool.at, tool: tool.entry.spec.name };
}
