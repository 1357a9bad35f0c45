import { describe, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { parseTrustProxy } from '../config/trust-proxy.js';
import { clientKey } from './exchange.js';
import { keepAddresses } from './rate-limit.guard.js';

const proxy = '10.0.0.1';

/**
 * The client as which a request is counted.
 * @param remoteAddress the address from which the connection comes
 * @param forwardedFor the header `X-Forwarded-For`
 * @param setting the value of `TRUST_PROXY`
 */
function clientOf(remoteAddress: string | undefined, forwardedFor?: string, setting = ''): string {
  const app = express().set('trust proxy', parseTrustProxy(setting));
  const request = Object.assign(Object.create(app.request) as Request, {
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    socket: { remoteAddress },
  });
  keepAddresses(request, app.response as Response, () => undefined);
  return clientKey(request);
}

const clientBehind = (setting: string, forwardedFor: string | undefined, socketAddress = proxy): string =>
  clientOf(socketAddress, forwardedFor, setting);

describe('The client address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::2%eth0.100', 'fe80::/64'],
    ['::1', '::1'],
    [undefined, 'unknown'],
  ])('of a connection from %s is counted as %s', (socketAddress, key) => {
    expect(clientOf(socketAddress)).toBe(key);
  });

  it.each(['1.1.1.1', '1.1.1.1, 2.2.2.2', 'unknown', ''])(
    'does not depend on X-Forwarded-For by default: %j',
    (forwardedFor) => {
      expect(clientBehind('', forwardedFor)).toBe(proxy);
    },
  );

  it('is not read from X-Forwarded-For if the socket has no address', () => {
    expect(clientOf(undefined, '1.1.1.1', '10.0.0.0/8')).toBe('unknown');
  });

  it.each([
    ['1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['2', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['3', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['1', undefined, proxy],
    ['1', '', proxy],
    ['1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['1', '203.0.113.9:51234', '203.0.113.9'],
    ['1', '[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['1', '[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['1', ' \t203.0.113.9 ', '203.0.113.9'],
  ])(
    'is found by going back from the sender through X-Forwarded-For, by one entry for each of the %s trusted proxies: %j',
    (hops, forwardedFor, key) => {
      expect(clientBehind(hops, forwardedFor)).toBe(key);
    },
  );

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9, 10.9.9.9, 2001:db8::7', '203.0.113.9'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['203.0.113.9, ::ffff:10.0.0.2', '203.0.113.9'],
    ['6.6.6.6, 2001:db9::1', '2001:db9::/64'],
    ['6.6.6.6, 192.168.7.8', '192.168.7.8'],
    ['6.6.6.6, 192.168.7.7', '6.6.6.6'],
  ])(
    'is the last entry of X-Forwarded-For outside the trusted networks, or the first entry if all are trusted: %s',
    (forwardedFor, key) => {
      expect(clientBehind('10.0.0.0/8, 2001:db8::/32,192.168.7.7', forwardedFor)).toBe(key);
    },
  );

  it('is not read from X-Forwarded-For if the sender is outside the trusted networks', () => {
    expect(clientBehind('10.0.0.0/8', '1.1.1.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(clientBehind('::ffff:10.0.0.0/104', '1.1.1.1', '::ffff:10.1.2.3')).toBe('1.1.1.1');
    expect(clientBehind('::ffff:10.0.0.0/104', '1.1.1.1', '11.1.2.3')).toBe('11.1.2.3');
  });

  it.each(['unknown', 'localhost', '1', '0x7f.1', '010.0.0.1', '1.2.3', '_hidden', '1.2.3.4.5', '<script>', 'é'])(
    'is not read from an entry to the left of %j, which is not an address',
    (garbage) => {
      expect(clientBehind('10.0.0.0/8', `203.0.113.9, ${garbage}, 10.0.0.2`)).toBe('10.0.0.2');
      expect(clientBehind('3', `203.0.113.9, ${garbage}, 10.0.0.2`)).toBe('10.0.0.2');
    },
  );

  it('is not read from an entry of X-Forwarded-For to the left of an empty entry', () => {
    expect(clientBehind('5', '203.0.113.9,,10.0.0.2')).toBe('10.0.0.2');
    expect(clientBehind('5', ',10.0.0.2')).toBe('10.0.0.2');
    expect(clientBehind('5', '203.0.113.9,')).toBe(proxy);
  });

  it('is read from at most the last 32 entries of a long header', () => {
    const chain = ['6.6.6.6', ...Array.from({ length: 10_000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`)];
    expect(clientBehind('10.0.0.0/8', chain.join(', '))).toBe('10.1.38.240');
    expect(clientBehind('10.0.0.0/8', chain.slice(0, 32).join(', '))).toBe('6.6.6.6');
    expect(clientBehind('10.0.0.0/8', chain.slice(0, 33).join(', '))).toBe('10.1.0.0');
    expect(clientBehind('1', `${'9'.repeat(1_000_000)}.1.1.1`)).toBe(proxy);
  });
});

describe('The setting TRUST_PROXY', () => {
  it.each([undefined, '', '  ', '0'])('trusts no proxy for %j', (raw) => {
    expect(parseTrustProxy(raw)).toBe(0);
  });

  it('reads how many proxies are trusted', () => {
    expect(parseTrustProxy(' 2 ')).toBe(2);
    expect(parseTrustProxy('32')).toBe(32);
  });

  it.each([
    'true',
    'TRUE',
    'false',
    'loopback',
    '-1',
    '1.5',
    '33',
    '99999999999999999999',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10/8',
    '10.0.0.0/',
    '10.0.0.0/ 8',
    '10.0.0.0/8/8',
    '10.0.0.0/8,',
    '10.0.0.0/8,true',
    '0.0.0.0/0',
    '::/0',
    '::ffff:0.0.0.0/96',
    'fe80::1%eth0/64',
    'http://10.0.0.1',
  ])('refuses %j with a message of one line', (raw) => {
    expect(() => parseTrustProxy(raw)).toThrow(/^TRUST_PROXY must .+$/);
  });
});
