import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { findNodes } from '../compiler/find-nodes.js';
import { diagnosticRules } from '../diagnostics/rules.js';
import { findOwnTags, tagText } from '../docs/js-docs.js';
import type { Inspection } from '../project/inspection.js';
import type { Finding } from './finding.js';
import { shown } from './shown.js';

/** A `@lintIgnore TW5003 reason` tag. */
interface IgnoreTag {
  readonly node: ts.JSDocTag;
  readonly code: string;
  readonly reason: string;
}

/** Codes of `toolwright effects`; all others belong to `toolwright lint`. */
const EFFECT_CODE = /^TW6/;

/**
 * Removes the findings that a tag in the source silences, and reports tags without effect.
 * @param command The command that made the findings. Tags for the other command are ignored.
 */
export function silence(
  findings: readonly Finding[],
  { sources, context }: Pick<Inspection, 'sources' | 'context'>,
  command: 'lint' | 'effects' = 'lint',
): readonly Finding[] {
  const { compiler } = context;
  const tags = new Map<ts.Node, readonly IgnoreTag[]>();
  for (const source of sources) for (const [owner, own] of findTags(source, compiler)) tags.set(owner, own);
  if (tags.size === 0) return findings;
  const used = new Set<IgnoreTag>();
  const left = findings.filter((finding) => {
    const matching = ownersOf(finding)
      .flatMap((owner) => tags.get(owner) ?? [])
      .filter(({ code, reason }) => code === finding.code && reason !== '');
    for (const tag of matching) used.add(tag);
    return matching.length === 0;
  });
  const isOurs = ({ code }: IgnoreTag): boolean => EFFECT_CODE.test(code) === (command === 'effects');
  const idle = [...tags.values()].flat().filter((tag) => !used.has(tag) && isOurs(tag));
  return [...left, ...idle.map(describeIdle)];
}

/** Returns the declarations that contain the location of a finding, and those that document its tool. */
function ownersOf({ node, documented = [] }: Finding): readonly ts.Node[] {
  const owners = new Set<ts.Node>();
  for (const start of node === undefined ? documented : [node, ...documented])
    for (let one: ts.Node = start; one.parent !== undefined && !owners.has(one); one = one.parent)
      owners.add(one);
  return [...owners];
}

/** Returns the tags of a file, by the declaration or statement that their comment documents. */
function findTags(source: ts.SourceFile, compiler: Compiler): ReadonlyMap<ts.Node, readonly IgnoreTag[]> {
  const found = new Map<ts.Node, readonly IgnoreTag[]>();
  if (!source.text.includes('@lintIgnore')) return found;
  const { ts } = compiler;
  const isOwner = (node: ts.Node): node is ts.Node =>
    ts.isStatement(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isParameter(node) ||
    ts.isPropertyAssignment(node);
  for (const owner of findNodes(source, compiler, isOwner)) {
    const tags = findOwnTags(compiler, owner)
      .filter(({ tagName }) => tagName.text === 'lintIgnore')
      .map((node): IgnoreTag => ({ node, ...readTag(tagText(node)) }));
    if (tags.length > 0) found.set(owner, tags);
  }
  return found;
}

function readTag(text: string): Pick<IgnoreTag, 'code' | 'reason'> {
  const [, code = '', reason = ''] = /^(\S*)[ :—–-]*([\s\S]*)$/.exec(text.trim()) ?? [];
  return { code, reason };
}

function describeIdle({ node, code, reason }: IgnoreTag): Finding {
  if (code === '') return { code: 'TW5015', node, message: '`@lintIgnore` does not name a code.' };
  if (reason === '')
    return { code: 'TW5015', node, message: `\`@lintIgnore\` for ${shown(code)} does not give a reason.` };
  const isKnown = Object.hasOwn(diagnosticRules, code);
  const message = isKnown
    ? `There is no ${shown(code)} finding to silence here.`
    : `There is no code ${shown(code)}.`;
  return { code: 'TW5016', node, message };
}
