// SQL for a fair claim, which Prisma cannot express as one statement.
/**
 * After this number of lost workers a run is not attempted again, because the run itself may be what ends the workers.
 */
const maxLosses = 5;

/**
 * The number of days after which a run that still waits ends as failed. Its client has long stopped asking for the results.
 */
export const maxDays = 7;

/**
 * The condition for runs (rows of the table `j`) that a worker can claim. A run whose lease has expired has lost its
 * worker.
 */
const isClaimable = `j.status = 'running' and (j.not_before is null or j.not_before <= clock_timestamp())
  and case when j.lease_until is null then j.run_start_time > clock_timestamp() - interval '${maxDays} days'
           else j.lease_until <= clock_timestamp() and j.losses < ${maxLosses - 1} end`;

/** The condition for runs that no worker can claim any more, and that are to be ended as failed. */
const isAbandoned = `status = 'running'
  and case when lease_until is null then run_start_time <= clock_timestamp() - interval '${maxDays} days'
           else lease_until <= clock_timestamp() and losses >= ${maxLosses - 1} end`;

/**
 * The number of runs of the tenant `t` that a worker has claimed. It is counted for one tenant at a time, because a tenant may
 * have thousands of waiting runs. The time is `statement_timestamp()`, because an index cannot use `clock_timestamp()`.
 */
const underWay = `select count(*) as runs from prospecting_job l
  where l.tenant_id = t.id and l.lease_until is not null and l.lease_until > statement_timestamp()`;

/**
 * Claims the next run in the fair order.
 * The values are the number of runs that a tenant may have under way, and the length of the lease in seconds.
 * The update checks the condition again, because a lease may have been renewed since the select.
 */
export const claimFairest = `
  with next as (
    select waiting.id from tenant t
     cross join lateral (${underWay}) leased
     cross join lateral (
       select j.id, j.run_start_time from prospecting_job j
        where j.tenant_id = t.id and ${isClaimable} order by j.run_start_time, j.id limit 1
     ) waiting
     where leased.runs < $1 and t.suspended_at is null
     order by leased.runs, waiting.run_start_time, waiting.id limit 1
  )
  update prospecting_job j
     set attempt = attempt + 1, losses = losses + (lease_until is not null)::int,
         lease_until = clock_timestamp() + make_interval(secs => $2)
    from next where j.id = next.id and ${isClaimable}
  returning j.id, j.attempt, j.failures, j.tenant_id as "tenantId", j.company_network_url as "companyNetworkUrl", j.team`;

/** Lists runs that workers could claim. The values are the number of runs that a tenant may have under way, and the limit. */
export const listClaimable = `
  select waiting.id from tenant t
   cross join lateral (${underWay}) leased
   cross join lateral (
     select j.id from prospecting_job j
      where j.tenant_id = t.id and ${isClaimable}
      order by j.run_start_time, j.id limit greatest($1 - leased.runs, 0)
   ) waiting
   where t.suspended_at is null limit $2`;

/**
 * Claims a run that no worker can claim any more, to end it as failed. The values are the length of the lease in seconds, and
 * three reasons: for a lost worker, for a run that never began, and for a run that began but did not finish.
 */
export const claimAbandoned = `
  with abandoned as (
    select id, case when lease_until is not null then $2::text when attempt = 0 then $3::text else $4::text end as reason
      from prospecting_job where ${isAbandoned} limit 1 for update skip locked
  )
  update prospecting_job j
     set attempt = attempt + 1, lease_until = clock_timestamp() + make_interval(secs => $1)
    from abandoned where j.id = abandoned.id
  returning j.id, j.attempt, abandoned.reason`;
