import { type JsonValue, nearestName, textStart } from '@toolwright/contract';
import {
  type Docs,
  isConstraintTagName,
  isKnownTag,
  joinTexts,
  SHOWN_TAGS,
  saysNothing,
  type ValueTag,
} from '@toolwright/program/compiler';
import type { Report } from '@toolwright/program/diagnostics';
import type { Draft } from '../draft.js';
import type { Definitions, NodeDocs, TypeNode } from '../ir/type-node.js';
import { constrain, constrainedKind, findContradiction, kindNames, parseConstraint } from './constraint.js';
import { findRoundedNumber } from './rounded-number.js';
import { codeOf, readTagValue } from './tag-value.js';

/**
 * Adds documentation and constraints to a type, overriding existing ones. Tags that do not fit the type are reported and have no effect.
 */
export function applyDocs(node: TypeNode, docs: Docs, definitions: Definitions, report: Report): TypeNode {
  reportUnread(docs, report);
  if (saysNothing(docs)) return node;
  const { title, deprecated, deprecation, tags } = docs;
  let constrained = node;
  for (const tag of tags) constrained = applyConstraint(constrained, tag, definitions, report);
  const added: Draft<NodeDocs> = {};
  if (title !== undefined) added.title = title;
  const description = joinTexts([docs.description ?? constrained.docs?.description, deprecation]);
  if (description !== undefined) added.description = description;
  if (tags.length > 0) {
    Object.assign(added, defaultOf(constrained, tags, definitions, report));
    Object.assign(added, examplesOf(constrained, tags, definitions, report));
    Object.assign(added, writeOnlyOf(tags, report));
  }
  if (deprecated !== undefined) added.deprecated = deprecated;
  return Object.keys(added).length === 0
    ? constrained
    : { ...constrained, docs: { ...constrained.docs, ...added } };
}

/** Reports tags whose text appears in no schema. */
export function reportUnread({ unread = [] }: Docs, report: Report): void {
  for (const { name, node, isReplaced } of unread) {
    const message = `The text of \`@${name}\` appears in no schema`;
    if (isReplaced) {
      report({
        code: 'TW3005',
        severity: 'warning',
        node,
        message: `${message}: another \`@${name}\` replaces it.`,
        hint: 'Keep one of the tags.',
      });
      continue;
    }
    if (isKnownTag(name)) {
      const hint =
        'Document the member where it is declared. In a `@typedef`, the compiler ends a text at an `@word`: write such words in backticks.';
      report({
        code: 'TW3005',
        severity: 'warning',
        node,
        message: `${message}: the tag declares no member.`,
        hint,
      });
      continue;
    }
    const nearest = nearestName(name, SHOWN_TAGS);
    const guess = nearest && ({ severity: 'warning', hint: `Did you mean \`@${nearest}\`?` } as const);
    report({ code: 'TW3005', node, message: `${message}: codegen does not support the tag.`, ...guess });
  }
}

function applyConstraint(node: TypeNode, tag: ValueTag, definitions: Definitions, report: Report): TypeNode {
  const { name, text } = tag;
  if (!isConstraintTagName(name)) return node;
  const constraint = parseConstraint(name, text);
  if (typeof constraint === 'string') {
    reportText(tag, constraint, report);
    return node;
  }
  const constrained = constrain(node, constraint, definitions);
  if (constrained === undefined) {
    report({
      code: 'TW2030',
      node: tag.node,
      message: `\`@${name}\` applies to ${constrainedKind(name)}, but the type is ${kindNames[resolvedKind(node, definitions)]}.`,
    });
    return node;
  }
  const contradiction = findContradiction(constrained);
  if (contradiction === undefined) return constrained;
  const [one, other] = contradiction;
  report({
    code: 'TW2032',
    node: tag.node,
    message: `\`${one}\` and \`${other}\` contradict each other: no value satisfies both.`,
  });
  return node;
}

function defaultOf(
  node: TypeNode,
  tags: readonly ValueTag[],
  definitions: Definitions,
  report: Report,
): NodeDocs {
  const tag = tags.findLast(({ name }) => name === 'default');
  // `@default undefined` documents that there is no default.
  if (tag === undefined || tag.text === 'undefined') return {};
  const value = readTagValue(tag, node, definitions);
  if (value !== undefined) return { default: value };
  if (tag.isAside === true) {
    const message = `The default \`${shorten(tag.text)}\` is not a constant of the type, so it is not in the schema.`;
    report({ code: 'TW3001', node: tag.node, message });
    return {};
  }
  report({
    code: 'TW2033',
    node: tag.node,
    message: `The default ${unfit(tag, resolvedKind(node, definitions))}`,
  });
  return {};
}

function examplesOf(
  node: TypeNode,
  tags: readonly ValueTag[],
  definitions: Definitions,
  report: Report,
): NodeDocs {
  const examples = tags.flatMap((tag): JsonValue[] => {
    if (tag.name !== 'example') return [];
    const value = readTagValue(tag, node, definitions);
    if (value !== undefined) return [value];
    report({
      code: 'TW2034',
      node: tag.node,
      message: `The example ${unfit(tag, resolvedKind(node, definitions))}`,
    });
    return [];
  });
  return examples.length === 0 ? {} : { examples };
}

function writeOnlyOf(tags: readonly ValueTag[], report: Report): NodeDocs {
  const flags = tags.filter(({ name }) => name === 'writeOnly');
  for (const tag of flags) if (tag.text !== '') reportText(tag, 'no text', report);
  return flags.length === 0 ? {} : { writeOnly: true };
}

function reportText({ name, text, node }: ValueTag, expected: string, report: Report): void {
  const got = text === '' ? 'nothing' : `\`${shorten(text)}\``;
  report({ code: 'TW2031', node, message: `\`@${name}\` takes ${expected}, not ${got}.` });
}

function unfit({ text, isVariable, evaluate }: ValueTag, kind: TypeNode['kind']): string {
  const rounded = kind === 'string' ? undefined : findRoundedNumber(codeOf(text));
  if (rounded !== undefined && Number.isFinite(rounded.value))
    return `\`${shorten(text)}\` is not exact: \`${shorten(rounded.literal)}\` would become \`${rounded.value}\`.`;
  const isUnknown = isVariable?.(text) === true && evaluate?.(text) === undefined;
  return `\`${shorten(text)}\` is not ${isUnknown ? 'a constant that codegen can evaluate' : 'a value of the type'}.`;
}

function resolvedKind(node: TypeNode, definitions: Definitions): TypeNode['kind'] {
  return node.kind === 'ref' ? (definitions.get(node.id)?.node.kind ?? 'ref') : node.kind;
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 60 || line.length < text.length ? `${textStart(line, 60)}…` : line;
}
