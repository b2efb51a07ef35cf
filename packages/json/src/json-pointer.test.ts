import fc from 'fast-check';
import { findByPointer, formatPath, pointerSegments } from './json-pointer.js';

describe('pointerSegments', () => {
  it('undoes the escapes of pointers and of URI fragments', () => {
    expect(pointerSegments('/a~1b/m~0n/0')).toEqual(['a/b', 'm~n', '0']);
    expect(pointerSegments('#/$defs/a%20b')).toEqual(['$defs', 'a b']);
    expect(pointerSegments('/a%20b')).toEqual(['a%20b']);
    expect(pointerSegments('#/100%')).toEqual(['100%']);
    expect(pointerSegments('')).toEqual([]);
    expect(pointerSegments('#')).toEqual([]);
    expect(pointerSegments('/')).toEqual(['']);
  });

  it('restores any escaped segments', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        const pointer = segments.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        expect(pointerSegments(pointer)).toEqual(segments);
      }),
    );
  });
});

describe('findByPointer', () => {
  it('finds members and items, and never inherited ones', () => {
    const root = { a: [{ b: 1 }] };
    expect(findByPointer(root, '/a/0/b')).toBe(1);
    expect(findByPointer(root, '#')).toBe(root);
    expect(findByPointer(root, '/a/1')).toBeUndefined();
    expect(findByPointer(root, '/toString')).toBeUndefined();
    expect(findByPointer(root, '/a/0/b/c')).toBeUndefined();
  });
});

describe('formatPath', () => {
  it('writes members with dots, items and odd names with brackets', () => {
    expect(formatPath([])).toBe('');
    expect(formatPath(['days'])).toBe('days');
    expect(formatPath(['filters', '0', 'full name', 'größe'])).toBe('filters[0]["full name"].größe');
    expect(formatPath(['0'])).toBe('[0]');
    expect(formatPath(['01'])).toBe('["01"]');
  });
});
