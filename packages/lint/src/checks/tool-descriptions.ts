import type { Finding, FindingCause } from '@toolwright/program/compiler';
import type { LintTool } from '../lint-tool.js';
import { plainLine, repeatsName } from '../words.js';

/** Reports tools whose description is missing, only repeats the name, or is the same as that of another tool. */
export function* checkToolDescriptions(tools: readonly LintTool[]): Generator<Finding> {
  const first = new Map<string, LintTool>();
  for (const tool of tools) {
    const { spec, site, repeats } = tool;
    const about = { node: site.at, tool: spec.name, documented: site.documented };
    const key = plainLine(spec.description).toLowerCase();
    if (key === '') {
      yield { ...about, code: 'TW3002', message: `The tool \`${spec.name}\` has no description.` };
    } else if (repeatsName(spec.description, spec.name)) {
      const message = `The description of \`${spec.name}\` only repeats its name.`;
      yield { ...about, code: 'TW5004', message };
    }
    if (key === '' || repeats) continue;
    const known = first.get(key);
    if (known === undefined) first.set(key, tool);
    else if (known.spec.name !== spec.name) {
      const same = `the same description as \`${known.spec.name}\` (${placeOf(known)}).`;
      const cause: FindingCause = {
        key,
        subject: `\`${spec.name}\``,
        says: (subjects) => `${subjects} have ${same}`,
      };
      yield { ...about, code: 'TW5005', message: `${cause.subject} has ${same}`, cause };
    }
  }
}

export function placeOf({ spec: { source } }: LintTool): string {
  return `${source.file}:${source.line}`;
}
