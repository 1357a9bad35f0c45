import { isIP } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { NextFunction, Request, Response } from 'express';
import { MAX_PROXIES } from '../config/trust-proxy.js';

/** Key of a request whose socket has no address any more. Such requests share one quota. */
const unknownClient = 'unknown';

/** The rate-limit key of a request: its IPv4 address, or the /64 network of its IPv6 address, all of which one subscriber has. */
export function clientKey({ ip }: Request): string {
  return normalizeIp(ip ?? unknownClient);
}

/**
 * Reduces `X-Forwarded-For` to what Express can read with `trust proxy`. By itself Express takes any text for the client's address,
 * also one with a port, which would be another client for each connection, and walks the header however long it is.
 */
export function keepAddresses({ headers }: Request, _response: Response, next: NextFunction): void {
  const { 'x-forwarded-for': header } = headers;
  if (header !== undefined) headers['x-forwarded-for'] = addressesIn(String(header));
  next();
}

/** The addresses at the right end, where the nearest proxies add theirs; an entry that is no address ends them. */
function addressesIn(header: string): string {
  const addresses = header.split(',').slice(-MAX_PROXIES).map(bareAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(',');
}

/** An address without port, brackets and zone, which proxies may write; null for anything else. */
function bareAddress(entry: string): string | null {
  const text = entry.trim();
  const match = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  const address = match?.[1] ?? text;
  return isIP(address) === 0 ? null : address.replace(/%.*/, '');
}
