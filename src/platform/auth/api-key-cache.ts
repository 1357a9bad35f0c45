import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { digestApiKey, isWellFormedApiKey } from './api-key.js';
import type { Caller } from './caller.js';
import { KeyChanges } from './key-changes.sql.js';
import { KeyReader, type StoredKey } from './key.reader.js';
import { Pepper } from './pepper.sql.js';

/** Maximum age of a cached key, in milliseconds. A revoked key is refused after this time at the latest. */
const maxAgeMs = 30_000;
/**
 * If a cached key is at least this old (in milliseconds), a request with it still uses the cached key, but starts a read of the
 * key in the background. So no request waits for the refresh.
 */
const refreshAfterMs = 10_000;
/**
 * How long, in milliseconds, requests join a read of the same key that another request has started. After this time a request
 * starts a read of its own, because the connection of the earlier read may be broken.
 */
const sharedForMs = 2_000;
/**
 * How long the cache remembers that a key is unknown, in milliseconds. This keeps guessed keys from causing many reads of the
 * database.
 */
const unknownMaxAgeMs = 5_000;

interface CachedKey {
  readonly key: StoredKey;
  readonly readAt: number;
}

/**
 * Resolves API keys to callers. Keys are cached by their digest, never as text. When a key changes, the database sends a notification,
 * which removes the key from the cache at once. If the notification is lost, the cached key is used for at most {@link maxAgeMs}.
 */
@Injectable()
export class ApiKeyCache implements OnModuleInit, OnApplicationShutdown {
  private readonly known = new LRUCache<string, CachedKey>({ max: 10_000 });
  /**
   * The digests of unknown keys, with the time at which each was read. They have a cache of their own, so that many guessed
   * keys cannot evict valid keys.
   */
  private readonly unknown = new LRUCache<string, number>({ max: 10_000 });
  private readonly pending = new Map<
    string,
    { readonly reading: Promise<StoredKey | null>; readonly startedAt: number }
  >();

  constructor(
    private readonly reader: KeyReader,
    private readonly changes: KeyChanges,
    private readonly pepper: Pepper,
  ) {
    this.changes.onChange((digest) => {
      this.forget(digest);
    });
  }

  /**
   * Resolves a key without the database. It returns the caller, null if the key is certainly invalid, or undefined if the key
   * must be read from the database.
   */
  recall(text: string): Caller | null | undefined {
    if (!isWellFormedApiKey(text)) return null;
    const digest = digestApiKey(text, this.pepper.secret).toString('hex');
    const cached = this.known.get(digest);
    if (cached === undefined) return this.isKnownToBeInvalid(digest) ? null : undefined;
    const age = Date.now() - cached.readAt;
    if (age >= maxAgeMs) return undefined;
    if (age >= refreshAfterMs && !this.pending.has(digest)) void this.read(digest).catch(() => undefined);
    return this.callerOf(cached.key);
  }

  /**
   * Returns the caller to whom a key belongs. It returns null if the key is malformed, unknown, revoked or expired, or if its
   * tenant is suspended.
   */
  async resolve(text: string): Promise<Caller | null> {
    const recalled = this.recall(text);
    if (recalled !== undefined) return recalled;
    return this.callerOf(await this.read(digestApiKey(text, this.pepper.secret).toString('hex')));
  }

  async onModuleInit(): Promise<void> {
    await this.changes.open();
  }

  /**
   * Stops listening for changed keys in the last hook of a shutdown. Until then the process still answers requests, and must
   * notice revoked keys.
   */
  async onApplicationShutdown(): Promise<void> {
    await this.changes.close();
  }

  private read(digest: string): Promise<StoredKey | null> {
    const running = this.pending.get(digest);
    const startedAt = Date.now();
    if (running !== undefined && startedAt - running.startedAt < sharedForMs) return running.reading;
    const reading = this.reader
      .byDigest(Buffer.from(digest, 'hex'))
      .then((key) => {
        // `forget` removes a key from `pending` if the key changes during the read. The result of this read may then be stale, so
        // it is not cached.
        if (this.pending.get(digest)?.reading === reading) this.remember(digest, key, startedAt);
        return key;
      })
      .finally(() => {
        if (this.pending.get(digest)?.reading === reading) this.pending.delete(digest);
      });
    this.pending.set(digest, { reading, startedAt });
    return reading;
  }

  private remember(digest: string, key: StoredKey | null, readAt: number): void {
    if (key === null) {
      this.known.delete(digest);
      this.unknown.set(digest, readAt);
    } else {
      this.unknown.delete(digest);
      this.known.set(digest, { key, readAt });
    }
  }

  private isKnownToBeInvalid(digest: string): boolean {
    const readAt = this.unknown.get(digest);
    return readAt !== undefined && Date.now() - readAt < unknownMaxAgeMs;
  }

  private forget(digest: string | null): void {
    if (digest === null) {
      this.known.clear();
      this.unknown.clear();
      this.pending.clear();
      return;
    }
    this.known.delete(digest);
    this.unknown.delete(digest);
    this.pending.delete(digest);
  }

  private callerOf(key: StoredKey | null): Caller | null {
    if (key === null) return null;
    return key.expiresAt !== null && key.expiresAt <= Date.now() ? null : key.caller;
  }
}
