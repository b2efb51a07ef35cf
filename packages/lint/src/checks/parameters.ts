import type { JsonSchema } from '@toolwright/contract';
import {
  type CodegenContext,
  type Finding,
  type FindingCause,
  findArgument,
  shown,
} from '@toolwright/program/compiler';
import type { LintTool } from '../lint-tool.js';
import { resolved } from '../schema-parts.js';
import { plainLine, repeatsName } from '../words.js';

/** Reports parameters whose description is missing, only repeats the name, or is the same as that of another parameter of the tool. */
export function* checkParameters(tools: readonly LintTool[], context: CodegenContext): Generator<Finding> {
  for (const { spec, site } of tools) {
    const first = new Map<string, string>();
    const root: JsonSchema = spec.parameters;
    for (const [name, schema] of Object.entries(spec.parameters.properties ?? {})) {
      const about = {
        get node() {
          return findArgument([name], site, context);
        },
        tool: spec.name,
        documented: site.documented,
      };
      const { description = '' } = resolved(schema, root);
      const key = plainLine(description).toLowerCase();
      const other = first.get(key);
      if (key === '') {
        yield { ...about, code: 'TW5003', message: `The parameter ${shown(name)} has no description.` };
      } else if (repeatsName(description, name)) {
        const message = `The description of the parameter ${shown(name)} only repeats its name.`;
        yield { ...about, code: 'TW5004', message };
      } else if (other !== undefined) {
        const cause: FindingCause = {
          key: JSON.stringify([spec.name, spec.source, other]),
          subject: shown(name),
          says: (subjects) => `The parameters ${shown(other)} and ${subjects} have the same description.`,
        };
        const message = `The parameters ${shown(other)} and ${shown(name)} have the same description.`;
        yield { ...about, code: 'TW5005', message, cause };
      } else first.set(key, name);
    }
  }
}
