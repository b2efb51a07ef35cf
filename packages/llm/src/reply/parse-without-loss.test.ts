import { parseArguments } from '../request/parse-arguments.js';
import { parseWithoutLoss } from './parse-without-loss.js';

describe('arguments of calls', () => {
  it('keep the digits of numbers that a double would change, as a string', () => {
    const text = '{"args":{"id":9007199254740993,"price":0.1234567890123456789,"at":1700000000000000}}';
    expect(JSON.stringify(parseWithoutLoss(text))).toBe(
      '{"args":{"id":"9007199254740993","price":0.12345678901234568,"at":1700000000000000}}',
    );
    expect(JSON.stringify(parseArguments('{"id":9007199254740993}'))).toBe('{"id":"9007199254740993"}');
  });

  it('still fail if a body is not JSON', () => {
    expect(() => parseWithoutLoss('9007199254740993 x')).toThrow(SyntaxError);
  });
});
