/**
 * Runs every contestant once, then every contestant again, so that a slow minute of the machine affects all alike. Each round starts with
 * another contestant, so that none always follows the same one.
 * @template T
 * @param {T[]} contestants
 * @param {number} rounds
 * @param {(contestant: T, round: number) => void | Promise<void>} visit
 * @param {(round: number) => boolean} [goesOn] Asked before each round
 * @returns {Promise<number>} How many rounds there were
 */
export async function interleave(contestants, rounds, visit, goesOn = () => true) {
  let round = 0;
  for (; round < rounds && goesOn(round); round += 1) {
    for (let offset = 0; offset < contestants.length; offset += 1) {
      await visit(contestants[(round + offset) % contestants.length], round);
    }
  }
  return round;
}
