import * as fc from 'fast-check';
import { createRedactor, redactError } from './redact.js';

describe('createRedactor', () => {
  it('removes a secret anywhere', () => {
    const secret = fc.stringMatching(/^[\x21-\x7e]{8,30}$/);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        const redact = createRedactor([key]);
        // A secret that the replacement itself contains cannot be told from it.
        fc.pre(!'[redacted]'.includes(key));
        expect(redact(`${before} ${key} ${after}?key=${encodeURIComponent(key)}`)).not.toContain(key);
      }),
    );
  });
});

describe('redactError', () => {
  it('keeps name, message, code and causes, and nothing else', () => {
    const cause = Object.assign(new TypeError('key-123456 refused'), {
      code: 'ECONNREFUSED',
      request: 'key-123456',
    });
    const error = new Error('failed', { cause });
    const copy = redactError(error, createRedactor(['key-123456']));
    expect(copy).toMatchObject({
      message: 'failed',
      cause: { name: 'TypeError', message: '[redacted] refused' },
    });
    expect(copy?.cause).toMatchObject({ code: 'ECONNREFUSED' });
    expect(copy?.cause).not.toHaveProperty('request');
    expect(JSON.stringify([copy?.stack, copy])).not.toContain('123456');
  });

  it('handles circular causes and any thrown value', () => {
    const error = new Error('round');
    error.cause = error;
    expect(redactError(error, (text) => text)).toMatchObject({ cause: { cause: { message: 'round' } } });
    expect(redactError('text', (text) => text.toUpperCase())?.message).toBe('TEXT');
    expect(redactError(undefined, (text) => text)).toBeUndefined();
  });
});
