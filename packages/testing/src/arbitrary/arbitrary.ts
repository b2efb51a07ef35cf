import { type JsonValue, type Manifest, type ObjectSchema, ToolwrightError } from '@toolwright/contract';
import { SchemaValidator } from '@toolwright/tools/validation';
import type { ManifestArguments, ManifestName } from '../tool-arguments.js';
import { type FastCheck, fastCheck } from './fast-check.js';
import { findMiss, type NearMiss } from './near-misses.js';
import { notGenerated, onlyFitting } from './only-fitting.js';
import { ValueArbitraries } from './value-arbitraries.js';

/**
 * Creates a fast-check arbitrary of valid arguments of a tool, as a model would write them: JSON. Needs the package fast-check.
 * @throws ToolwrightError `UNKNOWN_TOOL`, `MISSING_PACKAGE`; `UNSUPPORTED` with the place in the schema if no fitting values can be
 * generated, e.g. for a pattern with a lookbehind; some of these errors appear when values are created
 */
export function arbitrary<Types, Name extends ManifestName<Types>>(
  manifest: Manifest<Types>,
  name: Name,
): FastCheck.Arbitrary<ManifestArguments<Types, Name>> {
  return argumentsOf(schemaOf(manifest, name), name) as FastCheck.Arbitrary<ManifestArguments<Types, Name>>; // they fit the schema
}

/**
 * Creates a fast-check arbitrary of arguments that a tool refuses: valid ones with one change, such as a missing member or a number beyond
 * its bound.
 * @throws ToolwrightError like {@link arbitrary}; also `UNSUPPORTED` for a schema that accepts everything
 */
export function nearMiss<Types, Name extends ManifestName<Types>>(
  manifest: Manifest<Types>,
  name: Name,
): FastCheck.Arbitrary<NearMiss> {
  return nearMissesOf(schemaOf(manifest, name), name);
}

/** Valid values of a schema. @param name the tool's, for errors */
export function argumentsOf(
  schema: ObjectSchema,
  name: string,
  validator = new SchemaValidator(schema),
): FastCheck.Arbitrary<JsonValue> {
  const arbitraries = new ValueArbitraries(schema, name);
  if (!arbitraries.canEnd([schema]))
    throw notGenerated(
      { tool: name, path: '' },
      'the schema seems to accept no value, or each value has to contain another one of its kind, without end',
    );
  const values = arbitraries.of([schema]) as FastCheck.Arbitrary<JsonValue>; // built from JSON
  return onlyFitting(values, (value) => validator.accepts(value), { tool: name, path: '' });
}

export function nearMissesOf(schema: ObjectSchema, name: string): FastCheck.Arbitrary<NearMiss> {
  const fc = fastCheck();
  const validator = new SchemaValidator(schema);
  const misses = fc
    .tuple(argumentsOf(schema, name, validator), fc.nat())
    .map(([value, start]) => findMiss(value, schema, start, (miss) => validator.accepts(miss)));
  return onlyFitting(
    misses,
    (miss) => miss !== undefined,
    { tool: name, path: '' },
    'the schema seems to refuse nothing near its values',
  ) as FastCheck.Arbitrary<NearMiss>; // checked
}

function schemaOf<Types>(manifest: Manifest<Types>, name: string): ObjectSchema {
  const found = manifest.tools.find(({ spec }) => spec.name === name);
  if (found !== undefined) return found.spec.parameters;
  throw new ToolwrightError('UNKNOWN_TOOL', `The manifest has no tool '${name}'.`, {
    blame: 'developer',
    hint: 'Pass the name of one of its tools, or run codegen.',
  });
}
