import { describeUnknown } from '@toolwright/contract';
import type { Dialect } from '@toolwright/json-schema';
import { userError } from '../user-error.js';

/** Returns the dialect that an option names. @throws ToolwrightError `USAGE` with the known names */
export async function findDialect(name: string): Promise<Dialect> {
  // Imported here, because most commands do not need it.
  const { dialectNames, getDialect } = await import('@toolwright/json-schema');
  try {
    return getDialect(name);
  } catch (error) {
    const { problem, hint } = describeUnknown('Dialect', name, dialectNames);
    throw userError('USAGE', problem, hint, error);
  }
}
