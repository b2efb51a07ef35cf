import { each, eachSync } from './each.js';
import type { EffectTable, PackageEffects } from './package-effects.js';

/** The functions of `node:fs`, which some packages share. */
export const FILES: PackageEffects = {
  '*': ['fs.read'],
  ...eachSync(
    ['fs.write'],
    'appendFile chmod chown copyFile cp fchmod fchown fdatasync fsync ftruncate futimes lchmod lchown lutimes link mkdir mkdtemp ' +
      'rename rm rmdir symlink truncate unlink utimes write writeFile writev mkdtempDisposable',
  ),
  ...each(['fs.write'], 'createWriteStream WriteStream Utf8Stream'),
  // The flags determine whether it also writes: see open-flags.ts.
  ...eachSync(['fs.read'], 'open'),
  ...each([], 'Stats Dirent StatsBase BigIntStats StatFs FSWatcher close closeSync unwatchFile'),
  ...each(
    ['fs.write'],
    'FileHandle.appendFile FileHandle.chmod FileHandle.chown FileHandle.createWriteStream FileHandle.datasync FileHandle.sync ' +
      'FileHandle.truncate FileHandle.utimes FileHandle.write FileHandle.writeFile FileHandle.writev FileHandle.writer',
  ),
  ...each([], 'FileHandle.close FileHandle.fd'),
};

const PROCESS: PackageEffects = {
  '*': ['process'],
  ...each(
    ['env'],
    'env argv argv0 execArgv execPath cwd stdin title getuid geteuid getgid getegid getgroups',
  ),
  ...each(
    ['env'],
    'memoryUsage resourceUsage cpuUsage constrainedMemory availableMemory config report getActiveResourcesInfo',
  ),
  // Reads a file into the environment.
  ...each(['fs.read', 'env', 'process'], 'loadEnvFile'),
  ...each(['fs.write'], 'report.writeReport Report.writeReport'),
  ...each(['time'], 'hrtime uptime'),
  ...each(
    [],
    'nextTick on once off addListener removeListener removeAllListeners emitWarning stdout stderr listenerCount',
  ),
  ...each(
    [],
    'listeners prependListener prependOnceListener setMaxListeners getMaxListeners eventNames ref unref',
  ),
  ...each(['unknown'], 'binding dlopen getBuiltinModule emit'),
};

const NETWORK: PackageEffects = { '*': ['net'] };
const PURE: PackageEffects = { '*': [] };
/** What writes to the `output` of an interface, which may be any stream. */
const TERMINAL: PackageEffects = {
  '*': [],
  ...each(['unknown'], 'Interface.write Interface.prompt Interface.question Readline.commit'),
  ...each(['unknown'], 'clearLine clearScreenDown cursorTo moveCursor'),
};
const CLOCK: PackageEffects = { '*': ['time'], ...each([], 'clearTimeout clearInterval clearImmediate') };

/** Node's own modules. Every callable member has an entry here or the effect of `*`. */
export const NODE_MODULES: EffectTable = {
  assert: PURE,
  'assert/strict': PURE,
  async_hooks: PURE,
  buffer: PURE,
  child_process: { '*': ['process'] },
  cluster: { '*': ['process'] },
  console: PURE,
  constants: PURE,
  crypto: {
    '*': [],
    ...eachSync(['random'], 'generateKey generateKeyPair generatePrime randomFill checkPrime'),
    ...each(
      ['random'],
      'randomBytes randomInt randomUUID randomUUIDv7 getRandomValues pseudoRandomBytes createDiffieHellman',
    ),
    ...each(['random'], 'Crypto.randomUUID Crypto.getRandomValues SubtleCrypto.generateKey'),
    ...each(['process'], 'setEngine setFips'),
  },
  dgram: NETWORK,
  diagnostics_channel: { '*': [], ...each(['unknown'], 'Channel.publish Channel.runStores TracingChannel') },
  dns: NETWORK,
  'dns/promises': NETWORK,
  domain: PURE,
  // The listeners are registered elsewhere. Listeners that the analysed code registers itself are followed.
  events: { '*': [], ...each(['unknown'], 'EventEmitter.emit EventTarget.dispatchEvent') },
  fs: FILES,
  'fs/promises': FILES,
  http: {
    '*': ['net'],
    ...each([], 'validateHeaderName validateHeaderValue METHODS STATUS_CODES maxHeaderSize'),
  },
  http2: { '*': ['net'], ...each([], 'getDefaultSettings getPackedSettings getUnpackedSettings') },
  https: NETWORK,
  inspector: { '*': ['process'] },
  'inspector/promises': { '*': ['process'] },
  module: { '*': ['unknown'], ...each([], 'isBuiltin'), ...each(['fs.read'], 'findPackageJSON') },
  net: { '*': ['net'], ...each([], 'isIP isIPv4 isIPv6 BlockList SocketAddress') },
  os: { '*': ['env'], ...each(['time'], 'uptime'), ...each(['process'], 'setPriority') },
  path: PURE,
  'path/posix': PURE,
  'path/win32': PURE,
  perf_hooks: { '*': ['time'] },
  process: PROCESS,
  punycode: PURE,
  querystring: PURE,
  readline: TERMINAL,
  'readline/promises': TERMINAL,
  repl: { '*': ['eval'] },
  sea: { '*': ['fs.read'] },
  sqlite: { '*': ['db'] },
  stream: PURE,
  'stream/consumers': PURE,
  'stream/iter': PURE,
  'stream/promises': PURE,
  'stream/web': PURE,
  string_decoder: PURE,
  sys: PURE,
  test: { '*': ['unknown'] },
  'test/reporters': PURE,
  timers: CLOCK,
  'timers/promises': CLOCK,
  tls: { '*': ['net'], ...each([], 'checkServerIdentity getCiphers createSecureContext rootCertificates') },
  trace_events: { '*': ['process'] },
  tty: PURE,
  url: PURE,
  util: PURE,
  'util/types': PURE,
  v8: {
    '*': ['process'],
    writeHeapSnapshot: ['process', 'fs.write'],
    ...each([], 'serialize deserialize Serializer Deserializer DefaultSerializer DefaultDeserializer'),
  },
  vm: { '*': ['eval'] },
  wasi: { '*': ['process'] },
  worker_threads: {
    '*': ['process'],
    ...each(['process', 'unknown'], 'Worker'),
    // The listeners may be outside the program.
    ...each(['unknown'], 'BroadcastChannel.postMessage MessagePort.postMessage'),
    ...each(
      [],
      'MessageChannel MessagePort BroadcastChannel isMainThread receiveMessageOnPort structuredClone',
    ),
  },
  zlib: PURE,
  // Declarations of names that Node.js provides without an import.
  'undici-types': {
    '*': [],
    ...each(
      ['net'],
      'fetch request stream pipeline connect upgrade Client Pool Agent WebSocket EventSource Dispatcher',
    ),
  },
};
