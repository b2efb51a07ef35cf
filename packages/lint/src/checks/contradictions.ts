import { type CodegenContext, type Finding, findArgument } from '@toolwright/program/compiler';
import type { DiagnosticCode } from '@toolwright/program/diagnostics';
import type { LintTool } from '../lint-tool.js';
import { ELEMENT, type SchemaPart, schemaParts } from '../schema-parts.js';
import { findOtherBound } from '../statements/bounds.js';
import { findOtherDefault } from '../statements/default.js';
import { findOtherPresence } from '../statements/presence.js';
import { findOtherUnit } from '../statements/units.js';
import { findOtherValues } from '../statements/values.js';
import { plainLine } from '../words.js';

/** Each check looks for one kind of statement. Checks report only certain contradictions. */
const CHECKS: readonly [DiagnosticCode, (text: string, part: SchemaPart) => string | undefined][] = [
  ['TW5006', findOtherDefault],
  ['TW5007', findOtherBound],
  ['TW5008', findOtherValues],
  ['TW5009', findOtherPresence],
  ['TW5010', findOtherUnit],
];

/** Reports descriptions of arguments that contradict their schemas, and hints that contradict each other. */
export function* checkContradictions(
  tools: readonly LintTool[],
  context: CodegenContext,
): Generator<Finding> {
  for (const { spec, site } of tools) {
    const { readOnly, destructive } = spec.annotations;
    if (readOnly === true && destructive === true) {
      const message = `The tool \`${spec.name}\` declares \`readOnly: true\` and \`destructive: true\`.`;
      yield { code: 'TW5018', node: site.at, message, tool: spec.name, documented: site.documented };
    }
    for (const part of schemaParts(spec.parameters)) {
      const text = plainLine(part.description);
      for (const [code, check] of CHECKS) {
        const message = check(text, part);
        if (message === undefined) continue;
        const node = findArgument(
          part.path.filter((name) => name !== ELEMENT),
          site,
          context,
          part.description,
        );
        yield { code, node, message, tool: spec.name, documented: site.documented };
      }
    }
  }
}
