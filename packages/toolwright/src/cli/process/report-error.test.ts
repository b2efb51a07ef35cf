import { ToolwrightError } from '@toolwright/contract';
import { reportError } from './report-error.js';

// G4
it.each([
  [
    'a typed error',
    new ToolwrightError('NETWORK', 'No way to X.', { blame: 'user', hint: 'Check X.' }),
    false,
  ],
  ['its causes', new ToolwrightError('NETWORK', 'No.', { blame: 'user', cause: new Error('At X.') }), true],
  ['a bug', new Error('Broken at X.'), false],
])('shows no secret of %s', (_what, error, debug) => {
  let text = '';
  const io = {
    env: { MY_TOKEN: 'violet-otter' },
    stderr: { write: (piece: string) => (text += piece) },
  };
  const secret = `violet-otter, sk-proj-${'0123456789abcdef'} and postgres://a:hunter2@b/c`;
  const hide = (one: Error): void => {
    for (const name of ['message', 'stack', 'hint']) {
      const said: unknown = Reflect.get(one, name);
      if (typeof said === 'string') Object.assign(one, { [name]: said.replaceAll('X', secret) });
    }
    if (one.cause instanceof Error) hide(one.cause);
  };
  hide(error);
  reportError(error, { io, debug });
  expect(text).toContain('[redacted]');
  expect(text).not.toMatch(/violet|0123456789|hunter2/);
});
