import { describe, expect, it } from '@jest/globals';
import { readSignal, signalFingerprint, type SignalRow } from './signal-record.js';

const signal = { date: '2026-01-15', signal_type: 'Article', account_website: 'acme.com' };

function read(members: object): SignalRow {
  const parsed = readSignal({ ...signal, ...members }, 'ndjson', null);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed.row;
}

describe('the fingerprint of a signal', () => {
  it('is the same however website and page are written', () => {
    const one = read({ intent_holder_network_url: 'network.com/in/jane' });
    const other = read({
      account_website: 'https://WWW.acme.com/x',
      intent_holder_network_url: 'de.network.com/pub/Jane/',
    });
    expect(signalFingerprint(one)).toBe(signalFingerprint(other));
    expect(signalFingerprint(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs with every member, and with the member that a text stands in', () => {
    const signals = [
      {},
      { date: '2026-01-16' },
      { signal_type: 'article' },
      { account_website: 'acme.de' },
      { message_text: 'x' },
      { source_type: 'x' },
      { intent_holder_network_url: 'network.com/in/x' },
    ];
    expect(new Set(signals.map((members) => signalFingerprint(read(members)))).size).toBe(signals.length);
  });
});

describe('a signal record', () => {
  it('needs a company or a person', () => {
    expect(read({ account_website: null, intent_holder_network_url: 'network.com/in/x' }).accountWebsite).toBeNull();
    expect(() => read({ account_website: '' })).toThrow('account_website: is required, or intent_holder_network_url');
  });
});
