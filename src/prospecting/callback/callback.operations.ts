import { hostOfUrl, type Task } from '../../operations/operation.js';
import { CallbackSettingService } from './callback-setting.service.js';

interface ShownCallback {
  readonly tenant: string;
  readonly callback_url: string | null;
  /** Only in the answer that sets a callback: the secret cannot be read again. */
  readonly callback_secret?: string;
}

/** @param url null removes the callback */
export function setCallback(tenant: string, url: string | null): Task<CallbackSettingService, ShownCallback> {
  return {
    operation: { kind: 'tenant set-callback', details: { tenant, host: url === null ? null : hostOfUrl(url) } },
    service: CallbackSettingService,
    run: async (settings) => {
      if (url === null) {
        await settings.remove(tenant);
        return { tenant, callback_url: null };
      }
      const callback = await settings.set(tenant, url);
      return { tenant, callback_url: callback.url, callback_secret: callback.secret };
    },
  };
}

/** @param callback the `Webhook-Id` of one callback; undefined for all callbacks that were given up */
export function repeatCallbacks(
  tenant: string,
  callback: string | undefined,
): Task<CallbackSettingService, { readonly tenant: string; readonly repeated: number }> {
  return {
    operation: { kind: 'tenant repeat-callbacks', details: { tenant, callback } },
    service: CallbackSettingService,
    run: async (settings) => ({ tenant, repeated: await settings.repeat(tenant, callback ?? null) }),
  };
}
