import { compileCodec } from '@toolwright/json-schema';
import { findCodecAmbiguities } from '../codecs/codec-ambiguity.js';
import { emitCodecs } from '../codecs/emit-codecs.test.support.js';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { emitSchema } from './schema.js';

/** Types of which each refers to the next; the last one has `end`. */
function chain(
  length: number,
  end: TypeNode,
): { readonly root: TypeNode; readonly definitions: Definitions } {
  const ref = (index: number): TypeNode => ({ kind: 'ref', id: String(index) });
  const definitions = Array.from({ length }, (_, index) => {
    const next = { name: 'next', type: index + 1 < length ? ref(index + 1) : end, optional: true };
    const node: TypeNode = { kind: 'object', properties: [next] };
    return [String(index), { id: String(index), name: `T${index}`, node }] as const;
  });
  return { root: ref(0), definitions: new Map(definitions) };
}

describe('long chains of types', () => {
  const { root, definitions } = chain(2_000, { kind: 'codec', codec: 'date' });

  it('have a definition at intervals, so that no schema is deep', () => {
    const { $defs = {} } = emitSchema(root, definitions);
    expect(Object.keys($defs)).toHaveLength(62);
    expect(Object.keys($defs)).toEqual(expect.arrayContaining(['T32', 'T64', 'T1984']));
    for (const schema of Object.values($defs)) {
      const levels = JSON.stringify(schema).split('"properties"').length - 1;
      expect(levels).toBeLessThanOrEqual(32);
    }
  });

  it('are followed to their end', () => {
    const endless = chain(20_000, { kind: 'string' });
    const { $defs = {} } = emitSchema(endless.root, endless.definitions);
    expect(Object.keys($defs)).toHaveLength(624);
  });

  it('are inlined if they are short', () => {
    const short = chain(32, { kind: 'string' });
    expect(emitSchema(short.root, short.definitions)).not.toHaveProperty('$defs');
  });

  it('are searched for ambiguous unions', () => {
    const union: TypeNode = {
      kind: 'union',
      members: [
        { kind: 'codec', codec: 'url' },
        { kind: 'codec', codec: 'date' },
      ],
    };
    const ambiguous = chain(2_000, union);
    expect(findCodecAmbiguities(root, definitions)).toEqual([]);
    expect(findCodecAmbiguities(ambiguous.root, ambiguous.definitions)).toEqual([
      { path: Array.from({ length: 2_000 }, () => 'next').join('.'), members: ['URL', 'Date'] },
    ]);
  });

  it('keep their codecs', () => {
    const { parameters, definitions: plans } = emitCodecs({ parameters: root }, definitions) ?? {};
    if (parameters === undefined) throw new Error('There is a codec at the end.');
    expect(Object.keys(plans ?? {})).toHaveLength(62);
    const { decode } = compileCodec(parameters, plans);
    const nested = { next: { next: {} } };
    expect(decode(nested)).toEqual(nested);
  });
});
