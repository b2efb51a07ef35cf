import type { Definitions, TypeNode } from '../ir/type-node.js';
import type { Problem } from '../lower/problem.js';
import { type CodecAmbiguity, findCodecAmbiguities } from './codec-ambiguity.js';

/** The unions in a type whose JSON does not say which object is to be made of it. */
export function findAmbiguities(node: TypeNode, definitions: Definitions): readonly Problem[] {
  return findCodecAmbiguities(node, definitions).map(problemOf);
}

function problemOf({ path, members: [one, other] }: CodecAmbiguity): Problem {
  return {
    code: 'TW2019',
    path: path === '' || path.startsWith('[') ? path : `.${path}`,
    says: `can be ${one === other ? `one \`${one}\` or another` : `\`${one}\` or \`${other}\``}, and their JSON may look alike`,
    omittable: false,
  };
}
