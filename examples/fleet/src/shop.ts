import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Int, tool } from 'toolwright';

export interface Charge {
  readonly order: number;
  readonly cents: number;
}

/** A shop whose ledger is a file: a charge that runs twice has two lines. */
export class Shop {
  constructor(private readonly folder: string) {}

  /**
   * What an order costs, in cents.
   * @param order Its number
   */
  @tool({ readOnly: true })
  async price(order: number & Int): Promise<number> {
    await work();
    return priceOf(order);
  }

  /**
   * Charges the customer.
   * @param order Its number
   * @param cents What the order costs
   */
  @tool
  async charge(order: number & Int, cents: number & Int): Promise<string> {
    await work();
    const charge: Charge = { order, cents };
    await appendFile(join(this.folder, LEDGER), `${JSON.stringify(charge)}\n`);
    await work();
    return `Charged ${cents} cents.`;
  }

  /**
   * Writes to the customer; once, however often it is asked to.
   * @param order Its number
   */
  @tool({ idempotent: true })
  async confirm(order: number & Int): Promise<string> {
    await work();
    await writeFile(join(this.folder, `letter-${order}.txt`), `Your order ${order} is on its way.\n`);
    return `Confirmed order ${order}.`;
  }
}

const LEDGER = 'ledger.jsonl';

/** All charges so far. */
export async function readLedger(folder: string): Promise<readonly Charge[]> {
  const text = await readFile(join(folder, LEDGER), { encoding: 'utf8', flag: 'a+' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Charge => JSON.parse(line));
}

export function priceOf(order: number): number {
  return 100 + order;
}

/** Takes some time, so that the worker may be killed meanwhile. */
async function work(): Promise<void> {
  await setTimeout(5 + Math.random() * 20);
}
