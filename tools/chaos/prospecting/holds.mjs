/** The credit of a run: charged for a success, given back for a failure. */
export function complaintsOfHold(run, hold, attempts) {
  if (hold === undefined) return ['has no credit'];
  const complaints = complaintsOfOrigin(hold, run.email, attempts);
  if (hold.tenant !== run.tenant) complaints.push(`has a credit of ${hold.tenant}`);
  const [state, posted] = run.status === 'success' ? ['posted', 1] : ['voided', 0];
  if (hold.amount !== 1 || hold.state !== state || (hold.posted ?? 0) !== posted) {
    complaints.push(`is ${run.status}, and ${hold.posted ?? 0} of its ${hold.amount} credits is ${hold.state}`);
  }
  return complaints;
}

/** A credit without a run is that of a run that was taken back, and was given back with it. */
export function complaintsOfOrphan(hold, isUndone, attempts) {
  const complaints = attempts.some(({ id }) => id === hold.attempt)
    ? []
    : [`is of ${hold.attempt}, which was never sent`];
  if (!isUndone) complaints.push(`of ${hold.attempt} is ${hold.state}, and has no run`);
  else if (hold.state !== 'voided')
    complaints.push(`of ${hold.attempt} is ${hold.state}, though its run was taken back`);
  return complaints.map((complaint) => `Credit ${hold.id} ${complaint}`);
}

function complaintsOfOrigin(hold, email, attempts) {
  const origin = attempts.find(({ id }) => id === hold.attempt);
  if (origin !== undefined && email.startsWith(`${origin.request}@`)) return [];
  return [`has a credit that ${hold.attempt} has reserved`];
}
