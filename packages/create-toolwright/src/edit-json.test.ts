import fc from 'fast-check';
import { addToJson } from './edit-json.js';

const add = (text: string) => addToJson(text, { key: 'scripts', entries: { codegen: 'toolwright codegen' } });

describe('entries added to a JSON text', () => {
  it.each([
    [
      'an object that is there',
      '{\n  "scripts": {\n    "test": "jest"\n  },\n  "n": 12345678901234567890.10\n}\n',
      '{\n  "scripts": {\n    "test": "jest",\n    "codegen": "toolwright codegen"\n  },\n  "n": 12345678901234567890.10\n}\n',
    ],
    [
      'an empty object',
      '{\n\t"scripts": {},\n\t"a": "\\u00e9"\n}',
      '{\n\t"scripts": {\n\t\t"codegen": "toolwright codegen"\n\t},\n\t"a": "\\u00e9"\n}',
    ],
    [
      'a text without the object',
      '{\r\n "a": [1,\t2]\r\n}\r\n',
      '{\r\n "a": [1,\t2],\r\n "scripts": {\r\n  "codegen": "toolwright codegen"\r\n }\r\n}\r\n',
    ],
    ['a text in one line', '{"a":1}', '{"a":1,"scripts":{"codegen":"toolwright codegen"}}'],
    [
      'an object in one line',
      '{\n  "scripts": { "a": "b" }\n}',
      '{\n  "scripts": { "a": "b", "codegen": "toolwright codegen" }\n}',
    ],
    ['an empty text', '{}', '{\n  "scripts": {\n    "codegen": "toolwright codegen"\n  }\n}'],
    [
      'the last of a repeated key',
      '{"scripts": {}, "x": {"scripts": {}}, "scripts": {}}',
      '{"scripts": {}, "x": {"scripts": {}}, "scripts": {"codegen": "toolwright codegen"}}',
    ],
    [
      'keys and texts that look like others',
      '{"\\u0073cripts":{"a":"}\\""},"z":"scripts"}',
      '{"\\u0073cripts":{"a":"}\\"","codegen":"toolwright codegen"},"z":"scripts"}',
    ],
  ])('leave the rest as it is: %s', (_, text, expected) => {
    expect(add(text)).toBe(expected);
  });

  it('are the only change, whatever the text holds and its layout', () => {
    const layout = fc.constantFrom(undefined, 1, 2, '\t');
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const scripts = fc.option(fc.dictionary(fc.string(), fc.string()), { nil: undefined });
    fc.assert(
      fc.property(object, scripts, layout, (before, own, indent) => {
        const { scripts: _, ...rest } = before;
        const whole = own === undefined ? rest : { ...rest, scripts: own };
        const after = JSON.parse(add(JSON.stringify(whole, null, indent)));
        expect(after).toEqual(
          JSON.parse(JSON.stringify({ ...whole, scripts: { ...own, codegen: 'toolwright codegen' } })),
        );
      }),
    );
  });
});
