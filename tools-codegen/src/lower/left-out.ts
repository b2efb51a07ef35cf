import { shortenText } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { LostPart, TypeNode } from '../ir/type-node.js';
import type { Failure } from './problem.js';
import type { Walk } from './walk.js';
import { writtenLabel } from './written/declared-label.js';
import { ownNode } from './written/is-foreign.js';

/**
 * Whether the schema may omit this part of a parameter's type: every value of the remaining type is a value of the type. Always false for
 * results.
 */
export function canLeaveOut({ position }: Walk, { problems }: Failure): boolean {
  return position === 'input' && problems.every(({ omittable }) => omittable);
}

/**
 * Reports that the schema omits a part of a type: at the part, or, if it is not in the user's sources, at the parameter whose type contains
 * it.
 * @param written The part, or the type that contains it.
 * @returns The parts that the caller has to report.
 */
export function leaveOut(
  walk: Walk,
  failure: Failure,
  type: ts.Type,
  ...written: readonly (ts.Node | undefined)[]
): readonly LostPart[] {
  const { compiler, report } = walk;
  const says = describe(failure);
  const [at] = written.filter((node) => node !== undefined);
  const label = at === undefined ? '' : writtenLabel(compiler.ts, at);
  const text = compiler.checker.typeToString(type).replace(/^\(?(.*?)\)? \| undefined$/, '$1');
  const name = `\`${shortened(text)}\``;
  const part = label === '' ? name : `${name} of \`${label}\``;
  const node = [...written, ...failure.problems.map((problem) => problem.node)].find(
    (each) => ownNode(compiler, each) !== undefined,
  );
  if (node === undefined) return lose(walk, part, says);
  walk.losses += 1;
  report({ code: 'TW2047', node, message: leftOutMessage(undefined, [{ part, says }]) });
  return [];
}

/** Records an omitted part that is not in the user's sources, to be reported for the parameter. */
export function lose(walk: Walk, part: string, says: string): readonly LostPart[] {
  walk.losses += 1;
  walk.onForeign();
  return [{ part, says }];
}

export function withLost(node: TypeNode, lost: readonly LostPart[]): TypeNode {
  return lost.length === 0 ? node : { ...node, lost: [...(node.lost ?? []), ...lost] };
}

/** @param parts Parts with the same reason. @param subject The parameter. */
export function leftOutMessage(subject: string | undefined, parts: readonly LostPart[]): string {
  const [first, ...others] = parts;
  const list = [...new Set(parts.map(({ part }) => part))];
  const what = list.length === 1 ? list[0] : `${list.length} parts, ${list.join(', ')}`;
  const schema = subject ? `The schema of \`${subject}\`` : 'The schema';
  return `${schema} omits ${what}: ${others.length > 0 && list.length > 1 ? 'each' : 'it'} ${first?.says}.`;
}

function describe({ problems: [problem] }: Failure): string {
  if (problem === undefined) return 'is a value that JSON cannot carry';
  const path = problem.path.replace(/^\./, '');
  return path === '' ? problem.says : `has \`${path}\`, which ${problem.says}`;
}

function shortened(text: string): string {
  return shortenText(text, 59);
}
