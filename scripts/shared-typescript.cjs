module.exports = globalThis.loadShared('typescript');
