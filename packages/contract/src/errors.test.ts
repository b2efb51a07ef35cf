import { runInNewContext } from 'node:vm';
import { errorMessage, isToolwrightError, ToolwrightError } from './errors.js';

describe('ToolwrightError', () => {
  it('carries code, blame, hint and cause', () => {
    const cause = new Error('socket closed');
    const error = new ToolwrightError('NETWORK', 'No connection.', {
      blame: 'provider',
      hint: 'Try again.',
      cause,
    });
    expect(error).toMatchObject({
      code: 'NETWORK',
      blame: 'provider',
      hint: 'Try again.',
      cause,
      message: 'No connection.',
    });
  });

  it('is recognised when another copy of the package made it', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('toolwright.error'), { value: true });
    expect(isToolwrightError(foreign)).toBe(true);
    expect(isToolwrightError(new ToolwrightError('USAGE', 'x', { blame: 'user' }))).toBe(true);
  });

  it('is not seen in other errors or values', () => {
    for (const value of [new Error('x'), 'x', null, undefined, { code: 'NETWORK' }]) {
      expect(isToolwrightError(value)).toBe(false);
    }
  });
});

describe('errorMessage', () => {
  it('gives a text for anything that can be thrown', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(errorMessage(new Error('boom'))).toBe('boom');
    expect(errorMessage(new TypeError())).toBe('TypeError');
    expect(errorMessage('boom')).toBe('boom');
    expect(errorMessage(runInNewContext('new RangeError("too far")'))).toBe('too far');
    expect(errorMessage({ reason: 1 })).toBe('{"reason":1}');
    expect(errorMessage(undefined)).toBe('undefined');
    expect(errorMessage(circular)).toBe('[object Object]');
    expect(errorMessage(5n)).toBe('[object BigInt]');
  });
});
