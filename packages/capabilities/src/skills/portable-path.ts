import { plainPath, refusedPath } from '../guard/open-inside.js';

/** Names that Windows gives to devices in every folder, with any ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i;

/**
 * Normalises a path that a model wrote, relative to the folder of a skill. Names that mean something else on Windows are refused everywhere,
 * so that a skill works on all systems or on none.
 * @throws ToolwrightError `INVALID_ARGUMENTS`
 */
export function portablePath(given: string, place: string): string {
  if (given.includes('\\')) throw refusedPath(given, 'has a backslash; write / between names', place);
  if (given.endsWith('/')) throw refusedPath(given, 'names a folder', place);
  if (given.includes(':'))
    throw refusedPath(given, 'has a colon, which names a drive or a stream on Windows', place);
  const path = plainPath(given, place);
  for (const part of path.split('/')) {
    if (DEVICE.test(part)) throw refusedPath(given, 'names a device of Windows', place);
    if (/[. ]$/.test(part)) throw refusedPath(given, 'has a name that ends with a dot or a space', place);
  }
  return path;
}
