import { type ToolContext, tool } from 'toolwright';

// The customer who asks.
export interface Customer {
  readonly mail: string;
}

/** Stands for the codes that a real customer record holds. */
export const RECOVERY_CODE = 'recovery-88Kd-31Xz';

/**
 * Finds an order of the customer.
 * @param order the number of the order
 */
export const findOrder = tool({ readOnly: true }, (order: number): { order: number; state: string } => ({
  order,
  state: order % 2 === 0 ? 'delivered on Monday' : 'on its way',
}));

/**
 * Searches the help pages, which anyone may edit.
 * @param words what to look for
 */
export const searchHelp = tool({ readOnly: true, openWorld: true }, (words: string): string =>
  /return|refund/i.test(words)
    ? 'Goods can be returned within 30 days. Refunds take 5 days.'
    : 'We deliver within 3 days. Stores are open from 9 to 18.',
);

/** Reads the account of the customer who asks. */
export const readAccount = tool(
  { readOnly: true },
  (context: ToolContext<Customer>): { mail: string; recovery: string } => ({
    mail: context.app.mail,
    recovery: RECOVERY_CODE,
  }),
);

/**
 * Pays the price of an order back. A person must agree.
 * @param order the number of the order
 */
export const refund = tool(
  { destructive: true, needsApproval: true },
  (order: number): string => `Order ${order} is refunded.`,
);

/**
 * Sends a mail to a customer.
 * @param to the address
 * @param text what to write
 */
export const sendMail = tool(
  { destructive: false, openWorld: true },
  (to: string, text: string): string => `Sent ${text.length} characters to ${to}.`,
);
