import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { digestApiKey, isWellFormedApiKey } from './api-key.js';
import type { Caller } from './caller.js';
import { KeyChanges } from './key-changes.sql.js';
import { KeyReader, type StoredKey } from './key.reader.js';
import { Pepper } from './pepper.sql.js';

/** Longest time that a key is believed without asking the database again; bounds how late a revocation can arrive. */
const longestMemoryMs = 30_000;
/** A key in use is asked for again in the background from this age on, so that it never has to wait. */
const refreshAfterMs = 10_000;
/** Who asks for a key waits no longer than this for the answer that another asked for, whose connection may have gone silent. */
const sharedForMs = 2_000;
/** Unknown keys are remembered shortly, so that guessing costs the database little. */
const unknownMemoryMs = 5_000;

interface Remembered {
  readonly key: StoredKey;
  readonly readAt: number;
}

/**
 * Resolves API keys to callers. Keys are remembered by digest, never in clear; a change announced by the database drops
 * what is remembered at once, and a lost announcement costs at most {@link longestMemoryMs}.
 */
@Injectable()
export class ApiKeyCache implements OnModuleInit, OnApplicationShutdown {
  private readonly known = new LRUCache<string, Remembered>({ max: 10_000 });
  /** When each was found to be unknown; apart from the known ones, so that a flood of guesses cannot push those out. */
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

  /** The caller if this process knows the key already, null if it knows the key to be invalid, undefined if it must ask. */
  recall(text: string): Caller | null | undefined {
    if (!isWellFormedApiKey(text)) return null;
    const digest = digestApiKey(text, this.pepper.secret).toString('hex');
    const remembered = this.known.get(digest);
    if (remembered === undefined) return this.isKnownToBeInvalid(digest) ? null : undefined;
    const age = Date.now() - remembered.readAt;
    if (age >= longestMemoryMs) return undefined;
    if (age >= refreshAfterMs && !this.pending.has(digest)) void this.read(digest).catch(() => undefined);
    return this.callerOf(remembered.key);
  }

  /** The caller that a key stands for; null for a key that is malformed, unknown, revoked or expired. */
  async resolve(text: string): Promise<Caller | null> {
    const recalled = this.recall(text);
    if (recalled !== undefined) return recalled;
    return this.callerOf(await this.read(digestApiKey(text, this.pepper.secret).toString('hex')));
  }

  async onModuleInit(): Promise<void> {
    await this.changes.open();
  }

  /** Not earlier: requests that are still being answered want to know of revoked keys. */
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
        // A change announced while this was on its way has removed it from `pending`: the answer may be stale.
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
    return readAt !== undefined && Date.now() - readAt < unknownMemoryMs;
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

/** Finds out whose key a request carries, and leaves the {@link Caller} on the request. */
@Injectable()
export class CallerResolver {
  constructor(private readonly keys: ApiKeyCache) {}

  /** The caller if this process knows the key, null if there is no valid one, undefined if the database must be asked. */
  recall(request: Request): Caller | null | undefined {
    const caller = this.keys.recall(keyOf(request));
    if (caller) request.caller = caller;
    return caller;
  }

  /** The caller, null without a valid key. */
  async resolve(request: Request): Promise<Caller | null> {
    const caller = await this.keys.resolve(keyOf(request));
    if (caller !== null) request.caller = caller;
    return caller;
  }
}

function keyOf({ headers }: Request): string {
  const { 'x-api-key': sent } = headers;
  return typeof sent === 'string' ? sent : '';
}
