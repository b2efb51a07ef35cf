/**
 * Puts the private members of a class that extends it on a given object: a mark that nothing shows, also on a frozen one. A WeakSet of as many
 * objects would cost each collection of garbage.
 */
export class MarkedObject {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: see above
    return object;
  }
}
