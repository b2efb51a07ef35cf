import { pipeline, type Readable, type Transform } from 'node:stream';

/** @param codings As in `content-encoding`, e.g. `gzip`. @throws TypeError for one that is not known */
export async function decompress(message: Readable, codings: string): Promise<Readable> {
  const { constants, createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  // What has come in is given out at once, and what is missing at the end is told by the lengths in HTTP.
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const decoders: Record<string, () => Transform> = {
    gzip: () => createGunzip(flush),
    'x-gzip': () => createGunzip(flush),
    deflate: () => createInflate(flush),
    br: () =>
      createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }),
  };
  let stream = message;
  for (const coding of codings.toLowerCase().split(',').reverse()) {
    const name = coding.trim();
    if (name === 'identity' || name === '') continue;
    const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (create === undefined) {
      message.destroy();
      throw new TypeError(`The reply is encoded as '${name}', which is not known.`);
    }
    // Who reads the last stream learns of every failure.
    stream = pipeline(stream, create(), () => undefined);
  }
  return stream;
}
