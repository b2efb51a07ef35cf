import { shortenText } from '@toolwright/contract';
import type { Report } from '../diagnostics/report.js';
import type { FormerNameTag } from './docs.js';

/** Reads the former names that tags give to a parameter or a member. Reports invalid names. */
export function readFormerNames(
  tags: readonly FormerNameTag[] | undefined,
  present: string,
  report: Report,
): readonly string[] | undefined {
  return readNames(tags, present, report, (text) =>
    PARAMETER_NAME.test(text) && text !== '__proto__' ? undefined : `is not a valid parameter name`,
  );
}

/** Reads the former names that tags give to a tool. Reports invalid names. */
export function readFormerToolNames(
  tags: readonly FormerNameTag[] | undefined,
  present: string,
  report: Report,
): readonly string[] | undefined {
  return readNames(tags, present, report, (text) => {
    const [first = '', ...others] = text.split(/\s+/);
    if (others.length > 0)
      return `does not start with the name of a parameter, because there is no \`${shown(first)}\``;
    return TOOL_NAME.test(text) ? undefined : 'is not a valid tool name';
  });
}

/** The tool names that a registry accepts. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const PARAMETER_NAME = /^[\p{L}\p{N}_$][\p{L}\p{N}_$.-]{0,127}$/u;

function readNames(
  tags: readonly FormerNameTag[] | undefined,
  present: string,
  report: Report,
  refuse: (text: string) => string | undefined,
): readonly string[] | undefined {
  if (tags === undefined) return undefined;
  const names = new Set<string>();
  for (const { text, node } of tags) {
    const problem = text === '' ? 'is empty' : (refuse(text) ?? findRepetition(text, present, names));
    if (problem === undefined) names.add(text);
    else report({ code: 'TW1040', node, message: `The former name \`${shown(text)}\` ${problem}.` });
  }
  return names.size === 0 ? undefined : [...names];
}

function findRepetition(text: string, present: string, names: ReadonlySet<string>): string | undefined {
  if (text === present) return 'is the current name';
  return names.has(text) ? 'is given twice' : undefined;
}

function shown(text: string): string {
  return shortenText(text.replace(/\s+/g, ' '), 60);
}
