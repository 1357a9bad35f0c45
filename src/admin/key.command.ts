import { Command, Option, SubCommand } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { parseDuration } from './terminal.js';
import { describeIssuedKey, describeKey, KeyService } from '../tenancy/tenants/key.service.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { AdminCommand, DisplayCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import type { Operation } from '../operations/operation.js';

@SubCommand({
  name: 'create',
  arguments: '<tenant>',
  description: 'Creates a key and prints it; it cannot be shown again',
})
export class KeyCreateCommand extends AdminCommand {
  protected override change([tenant = '']: string[], { label }: { readonly label?: string }): Operation {
    return { kind: 'key create', details: { tenant, label } };
  }

  protected override async work([tenant = '']: string[], options: { readonly label?: string }): Promise<void> {
    const keys = await this.installation.service(KeyService);
    this.terminal.answer(describeIssuedKey(await keys.create(tenant, options.label ?? null)));
  }

  @Option({ flags: '--label <label>', description: 'A label for the key' })
  parseLabel(text: string): string {
    return text;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the keys of a tenant' })
export class KeyListCommand extends DisplayCommand {
  protected override async work([tenant = '']: string[]): Promise<void> {
    const keys = await this.installation.service(KeyService);
    this.terminal.present((await keys.list(tenant)).map(describeKey));
  }
}

@SubCommand({ name: 'revoke', arguments: '<key-id>', description: 'Revokes a key at once' })
export class KeyRevokeCommand extends AdminCommand {
  protected override change([keyId = '']: string[]): Operation {
    return { kind: 'key revoke', details: { key_id: keyId } };
  }

  protected override async work([keyId = '']: string[]): Promise<void> {
    const keys = await this.installation.service(KeyService);
    this.terminal.answer(describeKey(await keys.revoke(keyId)));
  }
}

@SubCommand({
  name: 'rotate',
  arguments: '<key-id>',
  description:
    'Creates a new key that replaces this key, which stays valid for a grace period; if repeated, it only changes the grace period',
})
export class KeyRotateCommand extends AdminCommand {
  protected override change([keyId = '']: string[], { grace }: { readonly grace?: number }): Operation {
    const seconds = grace === undefined ? undefined : grace / 1_000;
    return { kind: 'key rotate', details: { key_id: keyId, grace_seconds: seconds } };
  }

  protected override async work([keyId = '']: string[], options: { readonly grace?: number }): Promise<void> {
    const keys = await this.installation.service(KeyService);
    const { key, apiKey } = await keys.rotate(keyId, options.grace);
    const message = `Key "${keyId}" was rotated before, and its successor was shown then; if that is lost, revoke the successor and rotate again`;
    const answer = describeIssuedKey({ key, apiKey });
    this.terminal.answer(apiKey === null ? { ...answer, message } : answer);
  }

  @Option({
    flags: '--grace <duration>',
    description: 'How long the old key stays valid: 0, 90s, 30m, 24h (the default), 7d',
  })
  parseGrace(text: string): number {
    const duration = parseDuration(text);
    if (duration === null)
      throw new CommandError('--grace must be a duration such as 0, 90s, 30m, 24h or 7d, at most a year');
    return duration;
  }
}

@Command({
  name: 'key',
  description: 'API keys',
  subCommands: [KeyCreateCommand, KeyListCommand, KeyRevokeCommand, KeyRotateCommand],
})
export class KeyCommand extends GroupCommand {}

export const keyGroup: CommandGroup = { command: KeyCommand, modules: [TenancyModule] };
