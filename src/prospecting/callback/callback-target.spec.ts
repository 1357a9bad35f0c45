import { describe, expect, it } from '@jest/globals';
import { allowedAddresses, assertAllowed, hostOf, parseTarget } from './callback-request.js';

const special = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '::7f00:1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '192.0.2.1',
  '198.18.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
];

describe('The check of a callback URL', () => {
  it.each(['https://hooks.example.com/x?y=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/a'])(
    'accepts the URL %s',
    (text) => {
      expect(parseTarget(text, 'public only').href).toBe(text);
    },
  );

  it.each([
    ['nonsense', 'must be a URL'],
    ['http://hooks.example.com', 'https://'],
    ['ftp://hooks.example.com', 'https://'],
    ['https://user:secret@hooks.example.com', 'password'],
    ['https://127.1/', 'private network'],
    ['https://0x7f000001/', 'private network'],
    ['https://2130706433/', 'private network'],
    ['https://[::ffff:10.0.0.1]/', 'private network'],
    ['https://[::10.0.0.1]/', 'private network'],
    ['https://127.0.0.1./', 'private network'],
    ['https://１２７.0.0.1/', 'private network'],
    ['javascript:alert(1)', 'https://'],
    ['file:///etc/passwd', 'https://'],
  ])('refuses the URL %s', (text, problem) => {
    expect(() => parseTarget(text, 'public only')).toThrow(problem);
  });

  it('accepts a local URL if private addresses are allowed', () => {
    expect(parseTarget('http://127.0.0.1:8080/hook', 'any').port).toBe('8080');
  });
});

describe('The check of a callback address', () => {
  it.each(special)('refuses the address %s', (address) => {
    expect(() => assertAllowed(address, 'public only')).toThrow('private network');
  });

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('allows the address %s', (address) => {
    expect(() => assertAllowed(address, 'public only')).not.toThrow();
  });

  it('allows every address if private addresses are allowed', () => {
    expect(() => assertAllowed('127.0.0.1', 'any')).not.toThrow();
  });
});

describe('The reader of the host of a callback URL', () => {
  it.each([
    ['https://hooks.example.com:8443/', 'hooks.example.com'],
    ['https://[2606:4700::1111]/', '2606:4700::1111'],
  ])('returns the host of %s', (url, host) => {
    expect(hostOf(new URL(url))).toBe(host);
  });
});

describe('The lookup of a callback host', () => {
  it('refuses a name that leads to this machine', async () => {
    await expect(allowedAddresses('localhost', 'public only')).rejects.toThrow('private network');
  });

  it('returns the address of this machine if private addresses are allowed', async () => {
    const addresses = await allowedAddresses('localhost', 'any');
    expect(addresses.map(({ address }) => address)).toContainEqual(expect.stringMatching(/^(127\.0\.0\.1|::1)$/));
  });
});
