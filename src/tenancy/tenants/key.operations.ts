import type { Task } from '../../operations/operation.js';
import { describeIssuedKey, describeKey, KeyService } from './key.service.js';

type ShownKey = ReturnType<typeof describeKey>;
type ShownIssue = ReturnType<typeof describeIssuedKey>;

export function createKey(tenant: string, label: string | undefined): Task<KeyService, ShownIssue> {
  return {
    operation: { kind: 'key create', details: { tenant, label } },
    service: KeyService,
    run: async (keys) => describeIssuedKey(await keys.create(tenant, label ?? null)),
  };
}

export function revokeKey(keyId: string): Task<KeyService, ShownKey> {
  return {
    operation: { kind: 'key revoke', details: { key_id: keyId } },
    service: KeyService,
    run: async (keys) => describeKey(await keys.revoke(keyId)),
  };
}

/** @param graceSeconds how long the old key stays valid; undefined for a day */
export function rotateKey(keyId: string, graceSeconds: number | undefined): Task<KeyService, ShownIssue> {
  return {
    operation: { kind: 'key rotate', details: { key_id: keyId, grace_seconds: graceSeconds } },
    service: KeyService,
    run: async (keys) =>
      describeIssuedKey(await keys.rotate(keyId, graceSeconds === undefined ? undefined : graceSeconds * 1_000)),
  };
}
