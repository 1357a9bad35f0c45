import { describe, expect, it } from '@jest/globals';
import { isFreeMailDomain } from './mail-providers.js';

describe('isFreeMailDomain', () => {
  it.each([
    ...[
      'gmail.com',
      'googlemail.com',
      'yahoo.com',
      'yahoo.co.uk',
      'hotmail.fr',
      'outlook.de',
      'live.nl',
      'icloud.com',
      'me.com',
    ],
    ...[
      'gmx.net',
      'web.de',
      't-online.de',
      'qq.com',
      'vip.qq.com',
      '163.com',
      'naver.com',
      'mail.ru',
      'yandex.ru',
      'wp.pl',
    ],
    ...['orange.fr', 'libero.it', 'comcast.net', 'btinternet.com', 'proton.me', 'mail.yahoo.com'],
  ])('is true for %s', (domain) => {
    expect(isFreeMailDomain(domain)).toBe(true);
  });

  it.each(['acme.com', 'yahooinc.com', 'orange.com', 'gmail.acme.com', 'google.com', 'com', ''])(
    'is false for %j',
    (domain) => {
      expect(isFreeMailDomain(domain)).toBe(false);
    },
  );
});
