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

  it('is recognised if another copy of the package created it', () => {
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('toolwright.error'), { value: true });
    expect(isToolwrightError(foreign)).toBe(true);
    expect(isToolwrightError(new ToolwrightError('USAGE', 'x', { blame: 'user' }))).toBe(true);
  });

  it('does not include other errors or values', () => {
    for (const value of [new Error('x'), 'x', null, undefined, { code: 'NETWORK' }]) {
      expect(isToolwrightError(value)).toBe(false);
    }
  });
});

describe('errorMessage', () => {
  it('returns a text for anything that can be thrown', () => {
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
    expect(errorMessage(null)).toBe('null');
    expect(errorMessage(Symbol('s'))).toBe('Symbol(s)');
    expect(errorMessage(Object.assign(new Error(), { message: { at: 1 } }))).toBe('{"at":1}');
  });

  it('returns a text for errors that throw when they are read', () => {
    const refuse = (): never => {
      throw new Error('No.');
    };
    const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, refuse]));
    const proxy: unknown = new Proxy({}, traps);
    expect(errorMessage(proxy)).toBe('An error that cannot be shown');
    expect(isToolwrightError(proxy)).toBe(false);
    for (const name of ['message', 'name', 'stack']) {
      const error = Object.defineProperty(new Error(''), name, { get: refuse });
      expect(errorMessage(error)).toBe(name === 'stack' ? 'Error' : 'An error that cannot be shown');
    }
  });

  it('returns a text for values that throw when they are inspected', () => {
    const fail = (): never => {
      throw new Error('Not readable.');
    };
    const error = Object.defineProperty(new Error(), 'message', { get: fail });
    expect(errorMessage(error)).toBe('An error that cannot be shown');
    expect(errorMessage(Object.defineProperty({}, Symbol.toStringTag, { get: fail }))).toBe(
      'An error that cannot be shown',
    );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(errorMessage(proxy)).toBe('An error that cannot be shown');
    expect(errorMessage(Object.assign(new Error(), { message: 5 }))).toBe('5');
  });
});
