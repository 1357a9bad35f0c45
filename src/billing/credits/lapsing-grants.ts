/** A grant whose credits lapse after a day, and have not lapsed yet. */
export interface LapsingGrant {
  readonly id: bigint;
  readonly amount: number;
  /** How many of its credits were charged. */
  readonly used: number;
  /** The last day on which its credits can be used, in UTC as `YYYY-MM-DD`. */
  readonly lastDay: string;
}

/** The amounts of an account that limit what can be taken back. */
interface Amounts {
  readonly granted: number;
  readonly posted: number;
  readonly pending: number;
  /** How many of the charged and reserved credits were attributed to grants before. */
  readonly attributed: number;
  readonly isUnlimited: boolean;
}

interface Lapse {
  readonly id: bigint;
  /** The credits that are taken back; 0 if none is left. */
  readonly amount: number;
  /** The credits of the grant that are reserved, and stay with the tenant. */
  readonly reserved: number;
}

/** The grants in the order in which charges use them: those that lapse first, first. */
function inOrderOfUse<Grant extends Pick<LapsingGrant, 'id' | 'lastDay'>>(grants: readonly Grant[]): Grant[] {
  return grants.toSorted((one, other) => one.lastDay.localeCompare(other.lastDay) || Number(one.id - other.id));
}

/**
 * The grants after further credits were charged. Charges use the grants that lapse first; what exceeds all of them was charged to credits
 * that do not lapse.
 */
export function afterCharges(grants: readonly LapsingGrant[], charged: number): LapsingGrant[] {
  let rest = charged;
  return inOrderOfUse(grants).map((grant) => {
    const used = Math.min(grant.amount - grant.used, rest);
    rest -= used;
    return { ...grant, used: grant.used + used };
  });
}

/**
 * Which grants lapse, and what is left of each. Reserved credits count as used, in the same order, because the request that holds them has
 * begun before the lapse. An account with a limit keeps all credits that it has charged or reserved, so a grant of which a part was revoked
 * gives back less.
 * @param today the present day in UTC, as `YYYY-MM-DD`
 */
export function lapsesOf(grants: readonly LapsingGrant[], amounts: Amounts, today: string): Lapse[] {
  const { granted, posted, pending, attributed, isUnlimited } = amounts;
  let unattributed = Math.max(posted + pending - attributed, 0);
  let available = Math.max(isUnlimited ? granted : granted - posted - pending, 0);
  return inOrderOfUse(grants).flatMap(({ id, amount, used, lastDay }) => {
    const reserved = Math.min(amount - used, unattributed);
    unattributed -= reserved;
    if (lastDay >= today) return [];
    const lapsed = Math.min(amount - used - reserved, available);
    available -= lapsed;
    return [{ id, amount: lapsed, reserved }];
  });
}
