import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import type { Tenant } from '../generated/prisma/client.js';
import { Refusal } from '../platform/refusal.js';
import { CallbackSettingModule } from '../prospecting/callback/callback-setting.module.js';
import { CallbackSettingService } from '../prospecting/callback/callback-setting.service.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { TenantService, type OwnLimits } from '../tenancy/tenant.service.js';
import { AdminCommand, ShowingCommand } from './admin-command.js';
import type { CommandGroup } from './command-group.js';
import { wholeNumber } from './option-values.js';

interface CreateOptions {
  readonly name?: string;
  readonly burstLimit?: number;
  readonly burstWindow?: number;
  readonly perSecond?: number;
}

@SubCommand({ name: 'create', arguments: '<id>', description: 'Creates a tenant' })
export class TenantCreateCommand extends AdminCommand {
  override async run([id = '']: string[], options: CreateOptions): Promise<void> {
    const limits = ownLimits(options);
    const tenants = await this.installation.service(TenantService);
    this.terminal.answer(describe(await tenants.create(id, options.name ?? null, limits)));
  }

  @Option({ flags: '--name <name>', description: 'A name for people; the id by default' })
  parseName(text: string): string {
    return text;
  }

  @Option({ flags: '--burst-limit <requests>', description: 'Requests in the burst window, for each client address' })
  parseBurstLimit(text: string): number {
    return wholeNumber('--burst-limit', text);
  }

  @Option({ flags: '--burst-window <seconds>', description: 'Length of the burst window' })
  parseBurstWindow(text: string): number {
    return wholeNumber('--burst-window', text);
  }

  @Option({ flags: '--per-second <requests>', description: 'Requests in any second' })
  parsePerSecond(text: string): number {
    return wholeNumber('--per-second', text);
  }
}

@SubCommand({ name: 'list', description: 'Lists the tenants' })
export class TenantListCommand extends ShowingCommand {
  override async run(): Promise<void> {
    const tenants = await this.installation.service(TenantService);
    this.terminal.present((await tenants.list()).map(describe));
  }
}

@SubCommand({
  name: 'set-callback',
  arguments: '<tenant> [url]',
  description: 'Announces the ends of prospecting runs at a URL; --none stops it',
})
export class TenantSetCallbackCommand extends AdminCommand {
  override async run([tenant = '', url]: string[], { none }: { readonly none?: true }): Promise<void> {
    if ((url === undefined) === (none === undefined)) throw new Refusal('Give a URL, or --none');
    const settings = await this.installation.service(CallbackSettingService);
    if (url === undefined) {
      await settings.remove(tenant);
      this.terminal.answer({ tenant, callback_url: null });
      return;
    }
    const callback = await settings.set(tenant, url);
    this.terminal.answer({ tenant, callback_url: callback.url, callback_secret: callback.secret });
  }

  @Option({ flags: '--none', description: 'No announcements any more' })
  parseNone(): true {
    return true;
  }
}

@Command({
  name: 'tenant',
  description: 'Tenants',
  subCommands: [TenantCreateCommand, TenantListCommand, TenantSetCallbackCommand],
})
export class TenantCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to do with tenants: create, list or set-callback');
  }
}

export const tenantGroup: CommandGroup = { command: TenantCommand, modules: [TenancyModule, CallbackSettingModule] };

function ownLimits({ burstLimit, burstWindow, perSecond }: CreateOptions): OwnLimits | null {
  if (burstLimit === undefined && burstWindow === undefined && perSecond === undefined) return null;
  if (burstLimit === undefined || burstWindow === undefined || perSecond === undefined) {
    throw new Refusal('Limits of its own need all of --burst-limit, --burst-window and --per-second');
  }
  return { burstLimit, burstWindowSeconds: burstWindow, perSecond };
}

function describe(tenant: Tenant): object {
  return {
    tenant: tenant.id,
    name: tenant.name,
    burst_limit: tenant.burstLimit,
    burst_window_seconds: tenant.burstWindowSeconds,
    per_second: tenant.perSecond,
    callback_url: tenant.callbackUrl,
    created_at: tenant.createdAt,
  };
}
