import type { LockedTool } from '../tool-lock.js';
import type { Fits, FoundChange } from './contract-change.js';
import { diffAnnotations } from './diff-annotations.js';
import { diffSchemas } from './diff-schemas.js';
import { renameArguments } from './renamed-arguments.js';

export function diffTool(before: LockedTool, after: LockedTool, fits: Fits): readonly FoundChange[] {
  const named = renameArguments(before, after, fits);
  const changes = [
    ...diffTexts(before, after),
    ...named.changes,
    ...named.explain(diffSchemas(named.parameters, after.parameters, 'input', fits)),
    ...diffOutputs(before.output, after.output, fits),
    ...diffAnnotations(before, after),
  ];
  return changes.length > 0 ? changes : diffWire(before.wire, after.wire);
}

function diffTexts(before: LockedTool, after: LockedTool): readonly FoundChange[] {
  return (['title', 'description'] as const).flatMap((name): readonly FoundChange[] =>
    before[name] === after[name]
      ? []
      : [
          {
            side: 'description',
            path: `/${name}`,
            verdict: 'model-visible',
            message: `the ${name} has changed`,
          },
        ],
  );
}

function diffOutputs(
  before: object | undefined,
  after: object | undefined,
  fits: Fits,
): readonly FoundChange[] {
  const place = { side: 'output', path: '/output' } as const;
  if (before === undefined && after === undefined) return [];
  if (before === undefined)
    return [{ ...place, verdict: 'compatible', message: 'the result has a schema now' }];
  if (after !== undefined) return diffSchemas(before, after, 'output', fits);
  return [{ ...place, verdict: 'breaking', message: 'the result no longer has a schema' }];
}

/** Compares the wire forms of tools that are otherwise equal. Providers that only one lock lists are not compared. */
function diffWire(before: LockedTool['wire'] = {}, after: LockedTool['wire'] = {}): readonly FoundChange[] {
  return Object.keys(before)
    .sort()
    .flatMap((provider): readonly FoundChange[] =>
      !Object.hasOwn(after, provider) || before[provider] === after[provider]
        ? []
        : [
            {
              side: 'wire',
              path: `/wire/${provider}`,
              verdict: 'model-visible',
              message: `the tool sent to ${provider} has changed`,
            },
          ],
    );
}
