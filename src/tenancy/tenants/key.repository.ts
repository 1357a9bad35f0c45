import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ApiKey } from '../../generated/prisma/client.js';

export type NewKey = Pick<ApiKey, 'id' | 'tenantId' | 'label' | 'digest' | 'hint'>;

@Injectable()
export class KeyRepository {
  constructor(private readonly database: Database) {}

  async insert(key: NewKey): Promise<ApiKey> {
    return this.database.prisma.apiKey.create({ data: key });
  }

  /** Stores a key and revokes all other keys of the tenant with the same label, in one transaction. */
  async replaceLabelled(key: NewKey & { readonly label: string }, at: Date): Promise<ApiKey> {
    return this.database.prisma.$transaction(async (transaction) => {
      const { tenantId, label } = key;
      await transaction.apiKey.updateMany({ where: { tenantId, label, revokedAt: null }, data: { revokedAt: at } });
      return transaction.apiKey.create({ data: key });
    });
  }

  async byId(id: string): Promise<ApiKey | null> {
    return this.database.prisma.apiKey.findUnique({ where: { id } });
  }

  async ofTenant(tenantId: string): Promise<ApiKey[]> {
    return this.database.prisma.apiKey.findMany({
      where: { tenantId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** Revokes a key. A key that is revoked already keeps the time of its first revocation. */
  async revoke(id: string, at: Date): Promise<void> {
    await this.database.prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
  }

  /**
   * Stores the successor of a key in one transaction. The old key then expires at `oldEndsAt`, or at its own expiry if that is earlier.
   * @param formerId the id of the successor that the old key had when it was read; null if it had none
   * @returns the new key; null, and nothing is changed, if a concurrent rotation has given the old key another successor
   */
  async replace(id: string, formerId: string | null, successor: NewKey, oldEndsAt: Date): Promise<ApiKey | null> {
    return this.database.prisma.$transaction(async (transaction) => {
      const replaced = { where: { id, successorId: formerId }, data: { successorId: successor.id } };
      if ((await transaction.apiKey.updateMany(replaced)).count === 0) return null;
      const later = { OR: [{ expiresAt: null }, { expiresAt: { gt: oldEndsAt } }] };
      await transaction.apiKey.updateMany({ where: { id, ...later }, data: { expiresAt: oldEndsAt } });
      return transaction.apiKey.create({ data: successor });
    });
  }

  async setEnd(id: string, endsAt: Date): Promise<void> {
    await this.database.prisma.apiKey.update({ where: { id }, data: { expiresAt: endsAt } });
  }
}
