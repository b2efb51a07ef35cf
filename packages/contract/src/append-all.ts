/** Adds items to a list. Unlike `list.push(...items)`, which overflows the stack, it takes any number of them. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest of any number of numbers, or `least`. `Math.max(...numbers)` overflows the stack. */
export function largestOf(numbers: Iterable<number>, least: number): number {
  let largest = least;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}
