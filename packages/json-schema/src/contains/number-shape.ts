import type { Keywords } from './keywords.js';
import type { NumberShape, Opaque } from './shape.js';

/** Returns the shape of the numbers that a conjunction accepts; undefined if it accepts no numbers. */
export function numberShape(nodes: readonly Keywords[], opaque: Opaque): NumberShape | undefined {
  const isInteger = nodes.some(({ type }) => {
    const types = [type ?? []].flat();
    return types.includes('integer') && !types.includes('number');
  });
  const [least, above] = [pick(nodes, 'minimum'), pick(nodes, 'exclusiveMinimum')].map((all) =>
    Math.max(...all),
  );
  const [most, below] = [pick(nodes, 'maximum'), pick(nodes, 'exclusiveMaximum')].map((all) =>
    Math.min(...all),
  );
  const shape: NumberShape = {
    kind: 'number',
    range: bounds(
      {
        least: least ?? -Infinity,
        above: above ?? -Infinity,
        most: most ?? Infinity,
        below: below ?? Infinity,
      },
      isInteger,
    ),
    excludesMin: !isInteger && (above ?? -Infinity) >= (least ?? -Infinity) && above !== -Infinity,
    excludesMax: !isInteger && (below ?? Infinity) <= (most ?? Infinity) && below !== Infinity,
    isInteger,
    multiples: [...new Set(pick(nodes, 'multipleOf'))],
    opaque: new Set([...opaque, ...numberFormats(nodes)]),
  };
  const { min, max } = shape.range;
  return min > max || (min === max && (shape.excludesMin || shape.excludesMax)) ? undefined : shape;
}

function pick(
  nodes: readonly Keywords[],
  keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
): number[] {
  return nodes.flatMap((node) => node[keyword] ?? []);
}

interface Bounds {
  readonly least: number;
  readonly above: number;
  readonly most: number;
  readonly below: number;
}

function bounds({ least, above, most, below }: Bounds, isInteger: boolean): NumberShape['range'] {
  if (!isInteger) return { min: Math.max(least, above), max: Math.min(most, below) };
  const next = Number.isFinite(above) ? Math.floor(above) + 1 : above;
  const previous = Number.isFinite(below) ? Math.ceil(below) - 1 : below;
  return { min: Math.max(Math.ceil(least), next), max: Math.min(Math.floor(most), previous) };
}

/** Returns number formats and unknown formats. String formats do not constrain numbers. */
function numberFormats(nodes: readonly Keywords[]): readonly string[] {
  return nodes.flatMap(({ format }) =>
    format === undefined || TEXT_FORMATS.has(format) ? [] : [`format ${format}`],
  );
}

/** The string formats of draft 2020-12 and of ajv-formats. */
const TEXT_FORMATS: ReadonlySet<string> = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex
  uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte idn-email idn-hostname iri iri-reference`.split(
    /\s+/,
  ),
);
