import { describe, expect, it } from '@jest/globals';
import { hostOfUrl, type Operation, typedForm } from './operation.js';

describe('An operation as it would be typed', () => {
  it.each<[string, Operation]>([
    [
      'credits grant acme data_access 5 --id order-1',
      { kind: 'credits grant', details: { tenant: 'acme', feature: 'data_access', amount: '5', id: 'order-1' } },
    ],
    [
      'tenant update acme --burst-limit default --per-second 7 --previews false',
      { kind: 'tenant update', details: { tenant: 'acme', burst_limit: null, per_second: 7, previews: false } },
    ],
    [
      'query set acme chiefs --scope company --metadata',
      { kind: 'query set', details: { tenant: 'acme', field: 'chiefs', scope: 'company', metadata: true } },
    ],
    [
      'import signals week.csv --tenant acme',
      { kind: 'import signals', details: { file: 'week.csv', tenant: 'acme', any_type: undefined } },
    ],
    ['erase person', { kind: 'erase person', details: {} }],
  ])('is "%s"', (text, operation) => {
    const { command, arguments: words } = typedForm(operation);
    expect([command, ...words].join(' ')).toBe(text);
  });
});

describe('The host of a callback', () => {
  it('is without the parts of the URL that may contain a secret', () => {
    expect(hostOfUrl('https://user:secret@hooks.example:8443/path-with-token?key=secret')).toBe('hooks.example:8443');
  });

  it.each([undefined, 'no url'])('is null for %s', (text) => {
    expect(hostOfUrl(text)).toBeNull();
  });
});
