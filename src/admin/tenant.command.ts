import { Command, Option, SubCommand } from 'nest-commander';
import { CreditsModule } from '../billing/credits.module.js';
import { InstallationUsageService, maxRequests } from '../billing/usage/installation-usage.service.js';
import { CommandError } from '../platform/errors/command-error.js';
import { CallbackSettingService, describeCallback } from '../prospecting/callback/callback-setting.service.js';
import { repeatCallbacks, setCallback } from '../prospecting/callback/callback.operations.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import {
  createTenant,
  deleteTenant,
  type GivenSettings,
  noteTenant,
  resumeTenant,
  suspendTenant,
  updateTenant,
} from '../tenancy/tenants/tenant.operations.js';
import { describeTenant, TenantService } from '../tenancy/tenants/tenant.service.js';
import { AdminCommand, DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { wholeNumber } from './terminal.js';
import type { Operation } from '../operations/operation.js';

/** The value of an option that removes the tenant's own limit, so that the limit of the service applies again. */
const serviceLimit = 'default';

/** A limit as an option gives it. It is not null for the limit of the service, because the parser makes an empty text of null. */
type GivenLimit = number | typeof serviceLimit;

interface TenantOptions {
  readonly name?: string;
  readonly burstLimit?: GivenLimit;
  readonly burstWindow?: GivenLimit;
  readonly perSecond?: GivenLimit;
}

interface UpdateOptions extends TenantOptions {
  readonly defaultLimits?: true;
  readonly previews?: boolean;
  readonly search?: boolean;
}

/** The maximum of `--limit`. */
const maxCallbacks = 10_000;

const serviceLimits = { burst_limit: null, burst_window_seconds: null, per_second: null };

const defaultLimit = `"${serviceLimit}" stands for the limit of the service`;

abstract class TenantSettingCommand extends OperationCommand<TenantService, object> {
  @Option({ flags: '--name <name>', description: 'The display name; the id by default' })
  parseName(text: string): string {
    return text;
  }

  @Option({
    flags: '--burst-limit <requests>',
    description: `How many requests a client address may send in the burst window; ${defaultLimit}`,
  })
  parseBurstLimit(text: string): GivenLimit {
    return limitOf('--burst-limit', text);
  }

  @Option({ flags: '--burst-window <seconds>', description: `The length of the burst window; ${defaultLimit}` })
  parseBurstWindow(text: string): GivenLimit {
    return limitOf('--burst-window', text);
  }

  @Option({
    flags: '--per-second <requests>',
    description: `How many requests a client address may send in any second; ${defaultLimit}`,
  })
  parsePerSecond(text: string): GivenLimit {
    return limitOf('--per-second', text);
  }
}

@SubCommand({ name: 'create', arguments: '<id>', description: 'Creates a tenant' })
export class TenantCreateCommand extends TenantSettingCommand {
  protected override task([id = '']: string[], options: TenantOptions) {
    return createTenant(id, settingsIn(options));
  }
}

@SubCommand({
  name: 'update',
  arguments: '<id>',
  description: 'Changes the name, the rate limits or the permissions of a tenant; omitted values stay unchanged',
})
export class TenantUpdateCommand extends TenantSettingCommand {
  protected override task([id = '']: string[], { previews, search, defaultLimits, ...options }: UpdateOptions) {
    const { name, burstLimit, burstWindow, perSecond } = options;
    const isLimited = [burstLimit, burstWindow, perSecond].some((limit) => limit !== undefined);
    const isNamed = [name, previews, search, defaultLimits].some((value) => value !== undefined);
    if (!isNamed && !isLimited) {
      throw new CommandError(
        'Nothing to change: give --name, --burst-limit, --burst-window, --per-second, --default-limits, --previews or --search',
      );
    }
    if (defaultLimits === true && isLimited) throw new CommandError('Give either limits or --default-limits, not both');
    const limits = defaultLimits === true ? serviceLimits : {};
    return updateTenant(id, { ...settingsIn(options), ...limits, previews, search });
  }

  @Option({ flags: '--default-limits', description: "Restores all of the service's rate limits" })
  parseDefaultLimits(): true {
    return true;
  }

  @Option({
    flags: '--previews <on|off>',
    description: 'Whether the tenant may ask, free of charge, what a request would match and cost; off by default',
  })
  parsePreviews(text: string): boolean {
    return isOn('--previews', text);
  }

  @Option({
    flags: '--search <on|off>',
    description:
      'Whether the tenant may search companies and persons by conditions; off by default, and needs SEARCH=on',
  })
  parseSearch(text: string): boolean {
    return isOn('--search', text);
  }
}

@SubCommand({
  name: 'note',
  arguments: '<id> <text>',
  description: 'Sets a note about a tenant, which only operators see; an empty text removes it',
})
export class TenantNoteCommand extends OperationCommand<TenantService, object> {
  protected override task([id = '', text = '']: string[]) {
    return noteTenant(id, text);
  }
}

@SubCommand({
  name: 'suspend',
  arguments: '<id>',
  description: 'Suspends a tenant at once: keys are rejected, runs and callbacks wait',
})
export class TenantSuspendCommand extends OperationCommand<TenantService, object> {
  protected override task([id = '']: string[]) {
    return suspendTenant(id);
  }
}

@SubCommand({ name: 'resume', arguments: '<id>', description: 'Ends the suspension of a tenant' })
export class TenantResumeCommand extends OperationCommand<TenantService, object> {
  protected override task([id = '']: string[]) {
    return resumeTenant(id);
  }
}

@SubCommand({
  name: 'delete',
  arguments: '<id>',
  description: 'Deletes a tenant and its records, including its credit ledger; needs --yes',
})
export class TenantDeleteCommand extends AdminCommand {
  protected override change([tenant = '']: string[]): Operation {
    return deleteTenant(tenant).operation;
  }

  protected override async work([id = '']: string[], { yes }: { readonly yes?: true }): Promise<void> {
    const tenants = await this.installation.service(TenantService);
    if (yes === undefined) {
      const counts = Object.entries(await tenants.recordCounts(id)).filter(([, count]) => count > 0);
      const list = counts.map(([name, count]) => `${name.replaceAll('_', ' ')}: ${count}`).join(', ');
      throw new CommandError(`This deletes tenant "${id}" permanently (${list || 'no records'}); confirm with --yes`);
    }
    this.terminal.answer(await deleteTenant(id).run(tenants));
  }

  @Option({
    flags: '--yes',
    description: 'Confirms the deletion; without it the command only lists what it would delete',
  })
  parseYes(): true {
    return true;
  }
}

@SubCommand({ name: 'list', description: 'Lists the tenants' })
export class TenantListCommand extends DisplayCommand {
  protected override async work(): Promise<void> {
    const tenants = await this.installation.service(TenantService);
    this.terminal.present((await tenants.list()).map(describeTenant));
  }
}

@SubCommand({
  name: 'requests',
  arguments: '<id>',
  description: 'Lists the requests of a tenant that reserved credits, the newest first',
})
export class TenantRequestsCommand extends DisplayCommand {
  protected override async work([id = '']: string[], { limit = 100 }: { readonly limit?: number }): Promise<void> {
    const usage = await this.installation.service(InstallationUsageService);
    const requests = await usage.newestRequests(id, limit);
    this.terminal.present(
      requests,
      requests.map(({ started_at, status, identifiers, matched, credits, endpoint, request_id }) => {
        const charged = credits.reduce((sum, used) => sum + used.charged, 0);
        return { started_at, status, identifiers, matched, charged, endpoint, request_id };
      }),
    );
  }

  @Option({ flags: '--limit <requests>', description: 'How many of the newest requests are listed; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxRequests);
  }
}

@SubCommand({
  name: 'set-callback',
  arguments: '<tenant> [url]',
  description: 'Sets the callback URL for finished prospecting runs and changes of followed records; --none removes it',
})
export class TenantSetCallbackCommand extends OperationCommand<CallbackSettingService, object> {
  protected override task([tenant = '', url]: string[], { none }: { readonly none?: true }) {
    if ((url === undefined) === (none === undefined))
      throw new CommandError('Give either the URL of the callback, or --none to remove the callback');
    return setCallback(tenant, url ?? null);
  }

  @Option({ flags: '--none', description: 'Removes the callback' })
  parseNone(): true {
    return true;
  }
}

@SubCommand({
  name: 'callbacks',
  arguments: '<tenant>',
  description: 'Lists the callbacks of a tenant with their outcome, the newest first',
})
export class TenantCallbacksCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[], { limit = 100 }: { readonly limit?: number }): Promise<void> {
    const settings = await this.installation.service(CallbackSettingService);
    this.terminal.present((await settings.newest(tenant, limit)).map(describeCallback));
  }

  @Option({ flags: '--limit <callbacks>', description: 'How many of the newest callbacks are listed; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxCallbacks);
  }
}

@SubCommand({
  name: 'repeat-callbacks',
  arguments: '<tenant> [callback]',
  description: 'Sends callbacks again: all that were given up, or the one with this Webhook-Id',
})
export class TenantRepeatCallbacksCommand extends OperationCommand<CallbackSettingService, object> {
  protected override task([tenant = '', callback]: string[]) {
    return repeatCallbacks(tenant, callback);
  }
}

@Command({
  name: 'tenant',
  description: 'Tenants',
  subCommands: [
    TenantCreateCommand,
    TenantUpdateCommand,
    TenantListCommand,
    TenantRequestsCommand,
    TenantNoteCommand,
    TenantSuspendCommand,
    TenantResumeCommand,
    TenantDeleteCommand,
    TenantSetCallbackCommand,
    TenantCallbacksCommand,
    TenantRepeatCallbacksCommand,
  ],
})
export class TenantCommand extends GroupCommand {}

export const tenantGroup: CommandGroup = {
  command: TenantCommand,
  modules: [TenancyModule, CreditsModule, RunsModule],
};

function isOn(flag: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new CommandError(`${flag} must be on or off, not "${text}"`);
  return text === 'on';
}

function limitOf(option: string, text: string): GivenLimit {
  return text === serviceLimit ? serviceLimit : wholeNumber(option, text);
}

function settingsIn({ name, burstLimit, burstWindow, perSecond }: TenantOptions): GivenSettings {
  const [burst_limit, burst_window_seconds, per_second] = [burstLimit, burstWindow, perSecond].map((limit) =>
    limit === serviceLimit ? null : limit,
  );
  return { name, burst_limit, burst_window_seconds, per_second };
}
