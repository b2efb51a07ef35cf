import {
  createStepMemory,
  findCachePlace,
  hashOf,
  hasShape,
  type OwnCode,
  type Shape,
  type StepMemory,
  withoutOwnFiles,
} from '@toolwright/program';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';
import { isKeptUnits, type KeptUnits } from './kept-units.js';

/** The latest result for the given options. Without units, no part of the program can be reused. */
export type EffectsMemory = StepMemory<EffectsResult, { readonly units: KeptUnits | undefined }>;

const RESULT: Shape<Pick<EffectsResult, 'tools' | 'diagnostics' | 'projectDir'>> = {
  tools: true,
  diagnostics: true,
  projectDir: true,
};

/** Returns undefined if results with these options are not stored. */
export function findEffectsMemory(options: EffectsOptions, code: OwnCode): EffectsMemory | undefined {
  const place = options.cache === false ? undefined : findCachePlace(options);
  if (place === undefined) return undefined;
  const { follow, flows, forbid } = options;
  // The version of Node.js determines which modules are built in.
  const key = JSON.stringify([
    place.key,
    follow === true,
    flows === true,
    forbid ?? [],
    process.versions.node,
  ]);
  return createStepMemory({
    // Different from the prefix of codegen's own files, because codegen removes unknown files with its prefix.
    place: { folder: place.folder, name: `effects-${hashOf(key).slice(0, 16)}`, key },
    code,
    disk: withoutOwnFiles(options),
    isHead: (head): head is EffectsResult => hasShape(head, RESULT),
    isBody: (body): body is { units: KeptUnits | undefined } =>
      'units' in body && (body.units === undefined || isKeptUnits(body.units)),
  });
}
