import type { Shape } from '@toolwright/contract';

/**
 * Whether one member distinguishes all shapes, which are all of objects. A fast answer for large unions, where comparing all pairs
 * takes long.
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
