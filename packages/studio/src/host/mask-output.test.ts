import { PassThrough } from 'node:stream';
import { secret } from '@toolwright/redaction';
import fc from 'fast-check';
import { buildHost, cleanUp, openStudio, removeFolders, TOOLS } from '../studio.test.support.js';
import { maskWrites } from './mask-output.js';

afterEach(cleanUp);
afterAll(removeFolders);

const PROGRAM = `${TOOLS}
  import { setTimeout as sleep } from 'node:timers/promises';
  export const create = ({ ToolRegistry, secret }) => {
    const word = 'violet plain 99';
    secret(word);
    const tools = {
      print: () => { console.log('It is ' + word + '.'); console.error(Buffer.from(word).toString()); console.log('all'); },
      pieces: async () => {
        process.stdout.write('It is violet pl');
        await sleep(50);
        await new Promise((written) => process.stdout.write(Buffer.from('ain 99.\\n'), written));
      },
      leave: () => { process.stdout.write('It was viol'); process.exit(3); },
      crash: () => new Promise(() => setTimeout(() => {
        throw new Error('cannot reach ' + word, { cause: new Error('with ' + word) });
      })),
      reject: () => new Promise(() => { Promise.reject('no ' + word); }),
      catchAndCrash: () => new Promise(() => {
        process.on('uncaughtException', ({ message }) => { console.log('caught ' + message); process.exit(4); });
        setTimeout(() => { throw new Error(word); });
      }),
    };
    const registry = new ToolRegistry();
    for (const [name, run] of Object.entries(tools)) registry.register(tool(name, { readOnly: true }, run));
    return { registry, agents: [] };
  };
`;

let host: string;
beforeAll(async () => {
  host = await buildHost();
});

const openPrinting = async () => {
  let printed = '';
  const studio = await openStudio({ host, program: PROGRAM, onOutput: (text) => (printed += text) });
  await studio.untilReady();
  return {
    call: studio.call,
    async untilPrinted(text: RegExp): Promise<string> {
      while (!text.test(printed)) await new Promise((resolve) => setTimeout(resolve, 20));
      return printed;
    },
  };
};

// K4
describe('a program that prints what it has hidden with `secret`', () => {
  it('shows a mask in its place, also in pieces and in bytes', async () => {
    const { call, untilPrinted } = await openPrinting();
    await call('print');
    expect(await untilPrinted(/all/)).toContain('It is [secret].\n');
    await call('pieces');
    expect(await untilPrinted(/(It is \[secret\]\.\n.*){2}/s)).not.toMatch(/violet|plain/);
  });

  it('shows what it printed last before it left', async () => {
    const { call, untilPrinted } = await openPrinting();
    expect((await call('leave')).end).toMatchObject({
      error: { message: expect.stringContaining('code 3') },
    });
    await untilPrinted(/It was viol/);
  });

  it.each(['crash', 'reject'])('does not show it in the error that it ends with: %s', async (tool) => {
    const { call, untilPrinted } = await openPrinting();
    const { end } = await call(tool);
    expect(end).toMatchObject({
      error: {
        message: expect.stringContaining('exited with code 1'),
        hint: expect.stringContaining('[secret]'),
      },
    });
    expect((await untilPrinted(/\[secret\]/)) + JSON.stringify(end)).not.toContain('violet');
  });

  it('may handle its errors itself', async () => {
    const { call, untilPrinted } = await openPrinting();
    expect((await call('catchAndCrash')).end).toMatchObject({
      error: { message: expect.stringContaining('exited with code 4') },
    });
    await untilPrinted(/caught \[secret\]/);
  });
});

describe('a stream with masked writes', () => {
  const collect = (): { readonly stream: PassThrough; read(): string } => {
    const stream = new PassThrough();
    return { stream, read: () => String(stream.read() ?? '') };
  };

  it('passes on what it is given, byte by byte, while nothing is hidden', () => {
    const { stream } = collect();
    maskWrites(stream);
    stream.write(Buffer.from([0xff, 0x00, 0xc3]));
    stream.write('00ff', 'hex');
    expect([...stream.read()]).toEqual([0xff, 0x00, 0xc3, 0x00, 0xff]);
  });

  it('shows the same text in whichever pieces it comes, as text or as bytes', async () => {
    secret('grün & läuft');
    const bytes = Buffer.from('Start: grün & läuft.\nEnde: grün & läuft, gr\n');
    const places = fc.array(fc.tuple(fc.nat(bytes.length), fc.constantFrom('bytes', 'latin1', 'hex')), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const { stream, read } = collect();
        maskWrites(stream);
        const pieces = [...cuts.sort(([one], [other]) => one - other), [bytes.length, 'bytes'] as const];
        let start = 0;
        for (const [end, form] of pieces) {
          const piece = bytes.subarray(start, end);
          start = end;
          if (form === 'bytes') stream.write(piece);
          else await new Promise((resolve) => stream.write(piece.toString(form), form, resolve));
        }
        expect(read()).toBe('Start: [secret].\nEnde: [secret], gr\n');
      }),
    );
  });

  it('refuses what a stream refuses', () => {
    const { stream } = collect();
    maskWrites(stream);
    // What programs in JavaScript may pass.
    expect(() => stream.write(1 as unknown as string)).toThrow(/must be of type string/);
  });
});
