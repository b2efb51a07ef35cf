/**
 * A real project: an npm package that includes its TypeScript sources.
 * @typedef {object} Definition
 * @property {string} id For `--projects`
 * @property {string} name of the package
 * @property {Record<string, string>} packages The package and what its sources need to compile, at fixed versions
 * @property {string} sources The folder of its sources, in the package
 * @property {string[]} [unchecked] Sources with errors under TypeScript 6: the compilers do not check them
 * @property {'module' | 'commonjs'} type of its modules
 * @property {object} options Compiler options
 */

/** @type {Definition[]} */
export const realProjects = [
  {
    // A generated client: many large types.
    id: 'openai',
    name: 'openai',
    packages: {
      openai: '6.49.0',
      '@aws-sdk/credential-provider-node': '3.972.0',
      '@smithy/hash-node': '4.3.0',
      '@smithy/signature-v4': '5.4.0',
      '@types/node': '22.19.1',
      '@types/ws': '8.18.1',
      ws: '8.18.3',
      zod: '4.1.13',
    },
    sources: 'src',
    type: 'commonjs',
    options: {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['node'],
    },
  },
  {
    // A program: classes with long methods, and dependencies with types.
    id: 'matrix-js-sdk',
    name: 'matrix-js-sdk',
    packages: {
      'matrix-js-sdk': '37.5.0',
      '@types/content-type': '1.1.9',
      '@types/node': '22.19.1',
      '@types/sdp-transform': '2.15.0',
    },
    sources: 'src',
    unchecked: [
      'embedded.ts',
      'utils/decryptAESSecretStorageItem.ts',
      'utils/encryptAESSecretStorageItem.ts',
      'utils/internal/deriveKeys.ts',
      'webrtc/callFeed.ts',
    ],
    type: 'module',
    options: {
      target: 'es2022',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      noEmit: true,
      types: ['node'],
    },
  },
  {
    // A library: generic functions, few dependencies.
    id: 'rxjs',
    name: 'rxjs',
    packages: { rxjs: '7.8.2' },
    sources: 'src',
    unchecked: ['internal/observable/dom/WebSocketSubject.ts'],
    type: 'module',
    options: {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    },
  },
];
