import type { ToolSpec } from '@toolwright/contract';
import { describeChange } from './describe-change.js';
import { readLock, writeLock } from './lock-text.js';
import { createLock, type LockedTool, lockTool } from './tool-lock.js';

const read: LockedTool = {
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  annotations: { readOnlyHint: true },
};
const add: LockedTool = {
  name: 'add',
  title: 'Add',
  description: '',
  parameters: {},
  annotations: {},
  output: {},
};

// F1, F7
describe('a lock', () => {
  it('is the same text for the same tools, with one block for each', () => {
    const { name, description, ...rest } = read;
    const shuffled = { ...rest, description, name };
    const text = writeLock(createLock([read, add]));
    expect(writeLock(createLock([add, shuffled]))).toBe(text);
    expect(text).toBe(`{
  "tools": [
    {
      "annotations": {},
      "description": "",
      "name": "add",
      "output": {},
      "parameters": {},
      "title": "Add"
    },
    {
      "annotations": {
        "readOnlyHint": true
      },
      "description": "Reads a file.",
      "name": "read",
      "parameters": {
        "properties": {
          "path": {
            "type": "string"
          }
        },
        "required": [
          "path"
        ],
        "type": "object"
      }
    }
  ],
  "version": 2
}
`);
    expect(readLock(text)).toEqual(createLock([add, read]));
    expect(readLock(JSON.parse(text))).toEqual(readLock(text));
    expect(readLock(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(readLock(text));
  });

  it('keeps the order of members, which models read', () => {
    const properties = { to: { type: 'string' }, from: { type: 'object', properties: { y: {}, x: {} } } };
    const move = { ...read, parameters: { type: 'object', properties, required: ['to', 'from'] } };
    const { tools } = readLock(writeLock(createLock([move])));
    expect(JSON.stringify(tools[0]?.parameters)).toContain(JSON.stringify(properties).slice(0, 30));
    expect(writeLock(createLock([move]))).toMatch(/"to": \{[\s\S]*"from": \{[\s\S]*"y": \{\},\s*"x"/);
  });

  it('of an earlier version is read, and written as it was', () => {
    const text = JSON.stringify({ tools: [add], version: 1 });
    expect(readLock(text)).toEqual(createLock([add], 1));
    const shuffled = { ...read, parameters: { ...read.parameters, properties: { b: {}, a: {} } } };
    expect(writeLock(createLock([shuffled], 1))).toMatch(/"a": \{\},\s*"b"/);
  });

  it('keeps the hash of what each provider is sent', () => {
    const spec: ToolSpec = {
      name: 'find',
      description: 'Finds.',
      parameters: { type: 'object', properties: {} },
      annotations: { readOnly: true },
      source: { file: 'src/find.ts', line: 1 },
    };
    const { wire, ...locked } = lockTool(spec, ['openai', 'anthropic']);
    expect(locked).toEqual({
      name: 'find',
      description: 'Finds.',
      parameters: spec.parameters,
      annotations: { readOnly: true },
    });
    expect(Object.keys(wire ?? {})).toEqual(['openai', 'anthropic']);
    expect(lockTool({ ...spec, source: { file: 'src/other.ts', line: 9 } }, ['openai']).wire?.openai).toBe(
      wire?.openai,
    );
    expect(lockTool({ ...spec, description: 'Seeks.' }, ['openai']).wire?.openai).not.toBe(wire?.openai);
    expect(lockTool(spec)).toEqual(locked);
  });

  it.each<[unknown, string]>([
    ['{', 'x.json is not JSON'],
    [[], 'x.json is not a lock of tools'],
    [{ version: 3, tools: [] }, 'x.json has version 3; expected 2'],
    [
      { version: 1, tools: [{ ...add, parameters: 5 }] },
      'x.json has a value at /tools/0 that is not a locked tool',
    ],
    [{ version: 1, tools: [add, add] }, "x.json has the tool 'add' twice"],
    ['{"version":1,"tools":[],"x":{"maximum":1e400}}', 'x.json has a number that is too large'],
    ['{"version":1,"tools":[{}],"tools":[]}', 'x.json has the member "tools" twice'],
    [`{"x":${'['.repeat(2_000)}{"a":1,"a":2}${']'.repeat(2_000)}}`, 'x.json has the member "a" twice'],
  ])('is refused if it is something else: %j', (given, message) => {
    expect(() => readLock(given, 'x.json')).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(message) }),
    );
  });
});

describe('describeChange', () => {
  it('names another order', () => {
    const before = { ...read, parameters: { properties: { a: {}, b: { enum: ['x', 'y'] } } } };
    const after = { ...read, parameters: { properties: { b: { enum: ['y', 'x'] }, a: {} } } };
    expect(describeChange(before, after, { isOrdered: true })).toBe(
      '/parameters/properties has a different order: was "a", "b", and is "b", "a"; /parameters/properties/b/enum has a different order: was "x", "y", and is "y", "x"',
    );
    expect(describeChange(before, after)).not.toContain('/parameters/properties has');
  });

  it('names the first changes with their places', () => {
    expect(describeChange(read, { ...read })).toBeUndefined();
    expect(describeChange(read, { ...read, description: 'Reads\u200b.' })).toBe(
      '/description was "Reads a file." and is "Reads\\u{200b}."',
    );
    const parameters = {
      type: 'object',
      properties: { path: { type: 'number' }, 'a/b': {} },
      required: ['path'],
    };
    expect(describeChange(read, { ...read, parameters, annotations: {} })).toBe(
      '/annotations/readOnlyHint was removed: true; /parameters/properties/a~1b is new: {}; /parameters/properties/path/type was "string" and is "number"',
    );
    const other = { ...read, title: 'Read', description: 'x'.repeat(500), annotations: { a: 1, b: 2 } };
    expect(describeChange(read, other)).toMatch(/^\/annotations\/a is new: 1; .*; and more$/);
    expect(describeChange({ ...read, parameters: [] }, read)).toMatch(
      /^\/parameters was \[\] and is \{"type":"object","properties":\{"path":/,
    );
  });
});
