import { type CodeModeOptions, limitsOf } from './options.js';

const given = (options: object) => () => limitsOf(options as CodeModeOptions);

// J1
describe('the options of code mode', () => {
  it('have defaults, also for members that are undefined', () => {
    const defaults = limitsOf({});
    expect(defaults).toEqual({
      memoryMb: 64,
      cpuMs: 5_000,
      calls: 100,
      values: 1_000_000,
      output: 100_000,
      logs: 20_000,
    });
    expect(limitsOf({ limits: { cpuMs: undefined }, timeoutMs: undefined } as object)).toEqual(defaults);
    expect(limitsOf({ limits: { memoryMb: 16, calls: 0 } })).toEqual({ ...defaults, memoryMb: 16, calls: 0 });
  });

  it.each([
    [{ limits: { cpuMs: Number.POSITIVE_INFINITY } }, "'cpuMs' of 'limits' is Infinity."],
    [{ limits: { logs: Number.NaN } }, "'logs' of 'limits' is NaN."],
    [{ limits: { memoryMb: 8_000 } }, "'memoryMb' of 'limits' is 8000."],
    [{ limits: { memoryMb: 4 } }, "'memoryMb' of 'limits' is 4."],
    [{ limits: { calls: -1 } }, "'calls' of 'limits' is -1."],
    [{ limits: { values: 1.5 } }, "'values' of 'limits' is 1.5."],
    [{ limits: { output: '5' } }, "'output' of 'limits' is '5'."],
    [{ limits: { memory: 5 } }, "'limits' has no option 'memory'."],
    [{ limits: 5 }, "'limits' of 'codeMode' is 5."],
    [{ aproval: 'plan' }, "'codeMode' has no option 'aproval'."],
    [{ approval: 'Plan' }, "'approval' of 'codeMode' is 'Plan'."],
    [{ timeoutMs: 0 }, "'timeoutMs' of 'codeMode' is 0."],
    [{ executor: 'quickjs' }, "'executor' of 'codeMode' is 'quickjs'."],
  ])('are refused if they mean nothing: %j', (options, message) => {
    expect(given(options)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG', message }));
  });
});
