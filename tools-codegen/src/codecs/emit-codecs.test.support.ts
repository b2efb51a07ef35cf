import type { Definitions, TypeNode } from '../ir/type-node.js';
import { CodecPlanner } from './codec-plan.js';
import { type SharedCodecs, shareCodecs } from './share-codecs.js';

/** The codecs of a module with one tool. */
export function emitCodecs(
  { parameters, result }: { readonly parameters?: TypeNode; readonly result?: TypeNode },
  definitions: Definitions,
): SharedCodecs | undefined {
  const planned = new CodecPlanner(definitions).codecsOf(parameters, result);
  return planned && shareCodecs([planned]).get(planned);
}
