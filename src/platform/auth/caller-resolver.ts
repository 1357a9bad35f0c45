import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiKeyCache } from './api-key-cache.js';
import type { Caller } from './caller.js';

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
