import { describe, expect, it } from '@jest/globals';
import { newCallbackSecret, signatureHeaders } from './callback-request.js';

describe('The signer of callbacks', () => {
  it('returns the published signature for the published example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signatureHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
    expect(headers).toEqual({
      'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'Webhook-Timestamp': '1614265330',
      'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('returns another signature for another id, time or body', () => {
    const secret = newCallbackSecret();
    const sign = (...[id, time, body]: [string, number, string]) =>
      signatureHeaders(secret, id, time, body)['Webhook-Signature'];
    const signatures = [sign('a', 1, '{}'), sign('b', 1, '{}'), sign('a', 2, '{}'), sign('a', 1, '[]')];
    expect(new Set(signatures).size).toBe(4);
  });
});

describe('The generator of callback secrets', () => {
  it('returns a different secret each time', () => {
    expect(newCallbackSecret()).not.toBe(newCallbackSecret());
  });
});
