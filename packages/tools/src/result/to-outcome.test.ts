import { audio, content, file, image } from '@toolwright/contract';
import { compileCodec } from '@toolwright/json-schema';
import { toOutcome } from './to-outcome.js';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const PDF = Buffer.from('%PDF-1.4\n%%EOF');
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } };
const paper = {
  type: 'file',
  file: { url: `data:application/pdf;base64,${PDF.toString('base64')}`, name: 'a.pdf' },
};
const text = (said: string) => ({ type: 'text', text: said });

// H4
describe('toOutcome', () => {
  it('writes a whole result that is a bigint in its JSON form', async () => {
    const codec = compileCodec({ kind: 'bigint' });
    expect(await toOutcome(10n ** 20n, codec)).toEqual({ result: '100000000000000000000', error: null });
    expect(() => toOutcome(1n, undefined)).toThrow('result is a BigInt, which JSON cannot carry.');
  });

  it.each<[string, unknown, string, readonly unknown[]]>([
    ['an image', image(PNG), '[image image/png, 0.0 kB]', [picture]],
    ['a file', file(PDF, 'a.pdf'), '[file a.pdf, application/pdf, 0.0 kB]', [paper]],
    [
      'content',
      content('A chart:', image(PNG), file(PDF, 'a.pdf')),
      'A chart:\n[image image/png, 0.0 kB]\n[file a.pdf, application/pdf, 0.0 kB]',
      [text('A chart:'), picture, paper],
    ],
    [
      'a list of content and texts',
      ['One', image(PNG), content('Two', file(PDF, 'a.pdf'))],
      'One\n[image image/png, 0.0 kB]\nTwo\n[file a.pdf, application/pdf, 0.0 kB]',
      [text('One'), picture, text('Two'), paper],
    ],
    ['a blob', new Blob([PNG], { type: 'image/png' }), '[image image/png, 0.0 kB]', [picture]],
    ['a blob without a type', new Blob([PNG]), '[image image/png, 0.0 kB]', [picture]],
    [
      'a list with a file of the platform',
      ['Here:', new File([PDF], 'a.pdf', { type: 'application/pdf' })],
      'Here:\n[file a.pdf, application/pdf, 0.0 kB]',
      [text('Here:'), paper],
    ],
  ])('gives the parts of %s, and describes them in the result', async (_name, value, result, parts) => {
    const outcome = await toOutcome(value, undefined);
    expect(outcome).toEqual({ result, error: null, content: parts });
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });

  it('gives an object with an image as JSON, with the image behind it', async () => {
    const at = new Date(0);
    expect(await toOutcome({ title: 'Sales', chart: image(PNG), at }, undefined)).toEqual({
      result: { title: 'Sales', chart: '[image image/png, 0.0 kB]', at: at.toISOString() },
      error: null,
      content: [
        text('{"title":"Sales","chart":"[image image/png, 0.0 kB]","at":"1970-01-01T00:00:00.000Z"}'),
        picture,
      ],
    });
  });

  it('takes data that only looks like a part as data', async () => {
    expect(await toOutcome({ ...image(PNG) }, undefined)).toEqual({ result: picture, error: null });
    expect(await toOutcome([picture, 'x'], undefined)).toEqual({ result: [picture, 'x'], error: null });
  });

  it('gives content of texts only as a text', async () => {
    expect(await toOutcome(content('One', 'Two'), undefined)).toEqual({ result: 'One\nTwo', error: null });
  });

  it('refuses a blob inside of an object', () => {
    expect(() => toOutcome({ file: new Blob(['x']) }, undefined)).toThrow('result.file is a Blob');
  });

  it('reads the format of recordings and files from their bytes and names', async () => {
    const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1');
    expect(await toOutcome(audio(wav), undefined)).toMatchObject({
      content: [{ type: 'audio', audio: { url: expect.stringMatching(/^data:audio\/wav;base64,/) } }],
    });
    expect(await toOutcome(file(Buffer.from('a,b'), 'x.csv'), undefined)).toMatchObject({
      content: [{ type: 'file', file: { url: 'data:text/csv;base64,YSxi', name: 'x.csv' } }],
    });
    expect(() => image(Buffer.from('no image'))).toThrow('cannot be detected');
    expect(() => file(new Uint8Array())).toThrow('The file is empty');
  });
});
