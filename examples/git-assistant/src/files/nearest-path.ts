import { nearestName } from '@toolwright/contract';

/** The file or folder that a path most likely means: one with the same or a similar name, in the most similar folder. */
export function nearestPath(path: string, files: readonly string[]): string | undefined {
  const byName = new Map<string, Set<string>>();
  for (const file of files) {
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) {
      const known = file.slice(0, end);
      const name = lastOf(known);
      const others = byName.get(name);
      // An earlier file has added its folders.
      if (others?.has(known)) break;
      if (others === undefined) byName.set(name, new Set([known]));
      else others.add(known);
    }
  }
  const wanted = lastOf(path);
  const alike = byName.get(wanted) ?? byName.get(nearestName(wanted, byName.keys()) ?? '') ?? [];
  let nearest: string | undefined;
  let most = -1;
  for (const candidate of alike) {
    const common = partsInCommon(path, candidate);
    if (common > most) [nearest, most] = [candidate, common];
  }
  return nearest;
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function partsInCommon(path: string, other: string): number {
  const parts = new Set(other.split('/'));
  return path.split('/').filter((part) => parts.has(part)).length;
}
