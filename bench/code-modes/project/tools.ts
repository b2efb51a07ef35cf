import { ToolRegistry, tool } from 'toolwright';
import { IMPLEMENTATION } from '../tools.mjs';
import { manifest } from './toolwright.gen.js';

export interface Order {
  id: number;
  item: string;
  price: number;
}

/** Finds an order. */
export const order = tool({ readOnly: true }, (id: number): Order => IMPLEMENTATION.order({ id }));

/** Writes a note. */
export const note = tool((n: number): string => IMPLEMENTATION.note({ n }));

/** Pays. */
export const pay = tool({ needsApproval: true }, (n: number): string => IMPLEMENTATION.pay({ n }));

/** Waits. */
export const slow = tool({ readOnly: true }, (ms: number): Promise<number> => IMPLEMENTATION.slow({ ms }));

/** Never answers. */
export const never = tool(
  { readOnly: true },
  (n: number): Promise<string> => IMPLEMENTATION.never({ n }) as Promise<string>,
);

/** Returns a long text. */
export const big = tool({ readOnly: true }, (mb: number): string => IMPLEMENTATION.big({ mb }));

/** Returns a date. */
export const date = tool({ readOnly: true }, (n: number): Date => IMPLEMENTATION.date({ n }));

/** Returns prices. */
export const map = tool({ readOnly: true }, (n: number): Map<string, number> => IMPLEMENTATION.map({ n }));

/** Returns a large whole number. */
export const whole = tool({ readOnly: true }, (n: number): bigint => IMPLEMENTATION.whole({ n }));

/** Returns bytes. */
export const bytes = tool({ readOnly: true }, (n: number): Uint8Array => IMPLEMENTATION.bytes({ n }));

export const registry = new ToolRegistry(manifest)
  .register(order)
  .register(note)
  .register(pay)
  .register(slow)
  .register(never)
  .register(big)
  .register(date)
  .register(map)
  .register(whole)
  .register(bytes);
