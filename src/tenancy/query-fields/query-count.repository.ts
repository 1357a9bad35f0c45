import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CountSession } from './count-session.sql.js';

@Injectable()
export class QueryCountRepository {
  constructor(private readonly database: Database) {}

  /** Whether any company is due or any field is uncounted. It takes at most two cheap queries. */
  async isWorkDue(): Promise<boolean> {
    const { queryCountDue, queryField } = this.database.prisma;
    if ((await queryCountDue.findFirst()) !== null) return true;
    const uncounted = { countedAt: null, scope: { not: 'person' } } as const;
    return (await queryField.findFirst({ where: uncounted, select: { id: true } })) !== null;
  }

  async openSession(): Promise<CountSession> {
    return CountSession.open(this.database.sessions);
  }
}
