module.exports = globalThis.loadShared('@ts-morph/common');
