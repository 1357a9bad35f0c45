// This file uses SQL because Prisma cannot express a fair claim as one statement.
/**
 * If this number of workers was lost while they worked on a run, the run is not attempted again, because the run itself may be what
 * kills them.
 */
const maxLosses = 5;

/**
 * A run that still waits for a worker this number of days after its start ends as failed. Its client has long stopped asking for
 * the results.
 */
export const maxDays = 7;

/**
 * The condition for runs that a worker can claim; `j` is a row of the table `prospecting_job`. If the lease of a run has expired,
 * its worker was lost, so another worker can claim it.
 */
const isClaimable = `j.status = 'running' and (j.not_before is null or j.not_before <= clock_timestamp())
  and case when j.lease_until is null then j.run_start_time > clock_timestamp() - interval '${maxDays} days'
           else j.lease_until <= clock_timestamp() and j.losses < ${maxLosses - 1} end`;

/**
 * The condition for runs that no worker can claim any more, because they have waited too long or have lost too many workers. They
 * are ended as failed.
 */
const isAbandoned = `status = 'running'
  and case when lease_until is null then run_start_time <= clock_timestamp() - interval '${maxDays} days'
           else lease_until <= clock_timestamp() and losses >= ${maxLosses - 1} end`;

/**
 * The number of runs of the tenant `t` that are under way, which means that a worker has a lease on them. They are counted for one
 * tenant at a time, because a tenant may have thousands of waiting runs. The present time is `statement_timestamp()`, because
 * PostgreSQL cannot search an index with `clock_timestamp()`, which changes during a statement.
 */
const underWay = `select count(*) as runs from prospecting_job l
  where l.tenant_id = t.id and l.lease_until is not null and l.lease_until > statement_timestamp()`;

/**
 * Claims the next run in the fair order. Parameter 1 is the number of runs that a tenant may have under way, and parameter 2 the
 * length of the lease in seconds. The update checks the condition again, because a lease may have been renewed since the select.
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

/**
 * Lists the runs that workers could claim now. Parameter 1 is the number of runs that a tenant may have under way, and parameter 2
 * the maximum number of runs in the list.
 */
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
 * Claims a run that no worker can claim any more, in order to end it as failed. Parameter 1 is the length of the lease in seconds.
 * Parameters 2 to 4 are the reasons of the failure: for a run that has lost its worker, for a run that never began, and for a run
 * that began but did not finish.
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
