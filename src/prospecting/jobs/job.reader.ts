import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** A job with all that is told of it but its prospects. */
export interface Job {
  readonly id: number;
  readonly tenantId: string;
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
  readonly status: 'running' | 'success' | 'failed';
  readonly failureReason: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly metadata: object | null;
}

interface Row extends Omit<Job, 'id'> {
  /** PostgreSQL's 64-bit numbers arrive as text. */
  readonly id: string;
}

const members = `id, tenant_id as "tenantId", company_network_url as "companyNetworkUrl", team, client_email as "clientEmail",
  status, failure_reason as "failureReason", run_start_time as "startedAt", run_end_time as "endedAt", metadata`;

@Injectable()
export class JobReader {
  constructor(private readonly database: Database) {}

  async byId(id: number): Promise<Job | null> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'prospecting-job',
      text: `select ${members} from prospecting_job where id = $1`,
      values: [id],
    });
    return rows[0] === undefined ? null : jobOf(rows[0]);
  }

  /**
   * The newest jobs of a tenant, the newest first.
   * @param status null for any
   */
  async ofTenant(tenantId: string, status: Job['status'] | null, limit: number): Promise<Job[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'prospecting-jobs-of-tenant',
      text: `select ${members} from prospecting_job
              where tenant_id = $1 and ($2::job_status is null or status = $2)
              order by run_start_time desc, id desc limit $3`,
      values: [tenantId, status, limit],
    });
    return rows.map(jobOf);
  }

  /** The prospects of a job as they are stored, the best first. */
  async prospectsOf(id: number): Promise<Readonly<Record<string, unknown>>[]> {
    const { rows } = await this.database.pool.query<{ document: Readonly<Record<string, unknown>> }>({
      name: 'prospects-of-job',
      text: 'select document from prospect where job_id = $1 order by rank',
      values: [id],
    });
    return rows.map(({ document }) => document);
  }
}

function jobOf(row: Row): Job {
  return { ...row, id: Number(row.id) };
}
