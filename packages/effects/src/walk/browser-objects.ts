import { wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { GLOBAL_MODULE } from '../packages/package-effects.js';
import type { Analysis } from './analysis.js';
import type { ExternalName } from './externals.js';
import { accessOf, isReceiver } from './positions.js';

/**
 * Whether a member of a browser's object counts although it is not called: what a global holds, such as `document.cookie`, and what is
 * assigned to, such as `image.src`.
 * @param spelled What the reference spells, if anything.
 * @param declared What its declaration says.
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
  // `window` alone is no more than what is taken from it.
  if (spelled?.module !== GLOBAL_MODULE || spelled.keys.length === 0) return false;
  return !isReceiver(node, ts) || !isMemberOfBrowser(wrapped(node, ts).parent, analysis);
}

function isMemberOfBrowser(access: ts.Node, { symbolOf, declaredNames }: Analysis): boolean {
  const declaration = symbolOf(access)?.declarations?.[0];
  return declaration !== undefined && declaredNames.nameOf(declaration).browser === true;
}
