import { usableText } from '../text.js';

const LEADING_ZEROS = /^0+/;
const ID = /^[0-9]{1,20}$/;

/**
 * The id of a company on the professional network: 1 to 20 ASCII digits without leading zeros. White space around it is
 * ignored. Null for anything else, zero included: no page has that id. Idempotent; never throws.
 */
export function normaliseNetworkId(raw: string): string | null {
  const id = usableText(raw)?.replace(LEADING_ZEROS, '') ?? '';
  return ID.test(id) ? id : null;
}
