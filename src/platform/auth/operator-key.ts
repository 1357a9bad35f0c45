import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { configToken, type Config } from '../config/config.js';

/** After an address has sent this many wrong keys, the service checks no key from this address for a while. */
const maxWrongKeys = 5;
/** How long the service checks no key from an address that has sent too many wrong keys, in milliseconds. */
export const wrongKeyPauseMs = 60_000;
export const wrongKeyPauseToken = Symbol('WrongKeyPause');
/** The maximum number of addresses for which wrong keys are counted at the same time. */
const maxAddresses = 10_000;

/** The outcome of a check. `paused` says for how many more seconds no key from this address will be checked. */
type KeyCheck = 'right' | 'wrong' | { readonly paused: number };

/**
 * Checks the keys that operators send against the secret in `OPERATOR_KEY`. After an address has
 * sent several wrong keys, the service checks no key from this address for a while, so that guessing is slow.
 */
@Injectable()
export class OperatorKey {
  /** For each address, how many wrong keys it has sent. */
  private readonly wrongKeys: LRUCache<string, number>;
  private readonly digest: Buffer | null;

  constructor(@Inject(configToken) { operatorKey }: Config, @Inject(wrongKeyPauseToken) pauseMs: number) {
    this.digest = operatorKey === null ? null : digestOf(operatorKey);
    this.wrongKeys = new LRUCache({ max: maxAddresses, ttl: pauseMs });
  }

  get isSet(): boolean {
    return this.digest !== null;
  }

  /**
   * Checks the key of a request, in a time that does not depend on the key.
   * @param address the address of the client
   * @param sent the key; undefined for a request without one, which does not count as a wrong key
   */
  check(address: string, sent: string | undefined): KeyCheck {
    const wrong = this.wrongKeys.get(address) ?? 0;
    if (wrong >= maxWrongKeys)
      return { paused: Math.max(1, Math.ceil(this.wrongKeys.getRemainingTTL(address) / 1_000)) };
    if (sent !== undefined && this.digest !== null && timingSafeEqual(digestOf(sent), this.digest)) {
      this.wrongKeys.delete(address);
      return 'right';
    }
    if (sent !== undefined) this.wrongKeys.set(address, wrong + 1);
    return 'wrong';
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
