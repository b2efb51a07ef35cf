/** Resolves `./name.js` to `./name.ts` and `.cjs` to `.cts` for our own sources, as NodeNext does; everything else goes to Jest's resolver. */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.c?js$/.test(request) || options.basedir.includes('/node_modules/')) throw error;
    return options.defaultResolver(request.replace(/js$/, 'ts'), options);
  }
};
