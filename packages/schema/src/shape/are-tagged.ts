import type { Shape } from '@toolwright/contract';

/**
 * Whether one member tells all shapes of objects apart, and none of the others is of an object: the quick answer for large
 * unions, where comparing each with each takes long.
 */
export function areTagged(shapes: readonly Shape[]): boolean {
  const objects = shapes.filter(({ types }) => types?.includes('object') ?? true);
  const [first] = objects;
  if (first === undefined || objects.length < shapes.length) return false;
  return (first.required ?? []).some((name) => {
    const values = objects.map((shape) => tagValues(shape, name));
    const literals = values.flatMap((listed) => listed ?? []);
    return !values.includes(undefined) && new Set(literals).size === literals.length;
  });
}

function tagValues({ required, properties = {} }: Shape, name: string): Shape['values'] {
  return required?.includes(name) && Object.hasOwn(properties, name) ? properties[name]?.values : undefined;
}
