import { findRetryDelay } from './find-retry-delay.js';

describe('findRetryDelay', () => {
  const info = (retryDelay: unknown) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  const error = (...details: unknown[]) => ({ code: 429, message: 'no', details });
  const help = { '@type': 'type.googleapis.com/google.rpc.Help', links: [] };

  it.each([
    ['the body', { error: error(help, info('13s')) }, 13_000],
    ['a list', [{ error: error(info('0.25s')) }], 250],
    ['the error alone', error(info('1.5s')), 1500],
    ['no delay', { error: error(help) }, undefined],
    ['another unit', { error: error(info('2m')) }, undefined],
    ['a number', { error: error(info(2)) }, undefined],
    ['details that are none', { error: { details: 'x' } }, undefined],
    ['a text', 'retryDelay: 2s', undefined],
    ['nothing', null, undefined],
  ])('reads %s', (_name, body, expected) => {
    expect(findRetryDelay(body)).toBe(expected);
  });
});
