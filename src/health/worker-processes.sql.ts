// SQL because the clock of the database decides which processes are running: those of several machines differ.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

/** How long a process counts as living after it was last seen, in seconds. It is seen several times in this time. */
const livingSeconds = 45;

/** What is known of the processes that run jobs. */
export interface WorkerState {
  /** The number of processes that were seen in the last {@link livingSeconds} and have not stopped. */
  readonly living: number;
  /** When a process was last seen; null if none was ever seen. */
  readonly last_seen_at: Date | null;
  /** The age in seconds of the oldest prospecting run that could begin, and that no process has begun; 0 if there is none. */
  readonly oldest_waiting_seconds: number;
}

/** The processes that run jobs, of all machines and with either store of the jobs. */
@Injectable()
export class WorkerProcessesSql {
  constructor(private readonly database: Database) {}

  /** Stores that a process is running, and deletes the rows of other processes that were last seen a week ago. */
  async note(id: string, host: string): Promise<void> {
    await this.database.pool.query({
      name: 'worker-note',
      text: `with forgotten as (
               delete from worker_process where seen_at < clock_timestamp() - interval '7 days' and id <> $1)
             insert into worker_process (id, host, seen_at) values ($1, $2, clock_timestamp())
                 on conflict (id) do update set seen_at = excluded.seen_at`,
      values: [id, host],
    });
  }

  /** Stores that a process stops. From then on it does not count as living. */
  async noteStop(id: string): Promise<void> {
    await this.database.pool.query({
      name: 'worker-stop',
      text: 'update worker_process set seen_at = clock_timestamp(), stopped_at = clock_timestamp() where id = $1',
      values: [id],
    });
  }

  async read(): Promise<WorkerState> {
    const { rows } = await this.database.pool.query<WorkerState>({
      name: 'worker-state',
      text: `select (select count(*) from worker_process
                      where stopped_at is null and seen_at > clock_timestamp() - make_interval(secs => $1))::float8 as living,
                    (select max(seen_at) from worker_process) as last_seen_at,
                    coalesce((select extract(epoch from clock_timestamp() - min(j.run_start_time))
                       from prospecting_job j join tenant t on t.id = j.tenant_id and t.suspended_at is null
                      where j.status = 'running' and coalesce(j.lease_until, '-infinity') <= clock_timestamp()
                        and coalesce(j.not_before, '-infinity') <= clock_timestamp()), 0)::float8 as oldest_waiting_seconds`,
      values: [livingSeconds],
    });
    return rows[0] ?? { living: 0, last_seen_at: null, oldest_waiting_seconds: 0 };
  }
}
