import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { GLOBAL_MODULE } from '../packages/package-effects.js';
import type { Analysis } from './analysis.js';
import type { ExternalName } from './externals.js';
import { accessOf, isReceiver } from './positions.js';

/**
 * Whether using a member of a browser object has an effect even without a call: data of a global, such as `document.cookie`, and members
 * that are assigned, such as `image.src`.
 * @param spelled The name according to the source text, if any.
 * @param declared The name according to its declaration.
 */
export function isBrowserData(
  node: ts.Node,
  spelled: ExternalName | undefined,
  declared: ExternalName | undefined,
  analysis: Analysis,
): boolean {
  const { ts } = analysis.compiler;
  if (!declared?.browser) return false;
  if (accessOf(node, ts).writes) return true;
  // `window` itself has no effect, but its members may have effects.
  if (spelled?.module !== GLOBAL_MODULE || spelled.keys.length === 0) return false;
  return !isReceiver(node, ts) || !isMemberOfBrowser(wrapped(node, ts).parent, analysis);
}

function isMemberOfBrowser(access: ts.Node, { symbolOf, declaredNames }: Analysis): boolean {
  const declaration = symbolOf(access)?.declarations?.[0];
  return declaration !== undefined && declaredNames.nameOf(declaration).browser === true;
}
