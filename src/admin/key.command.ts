import { Command, Option, SubCommand } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { parseDuration } from './terminal.js';
import { createKey, revokeKey, rotateKey } from '../tenancy/tenants/key.operations.js';
import { type describeIssuedKey, describeKey, KeyService } from '../tenancy/tenants/key.service.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DisplayCommand, GroupCommand, OperationCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';

type ShownIssue = ReturnType<typeof describeIssuedKey>;

@SubCommand({
  name: 'create',
  arguments: '<tenant>',
  description: 'Creates a key and prints it; it cannot be shown again',
})
export class KeyCreateCommand extends OperationCommand<KeyService, object> {
  protected override task([tenant = '']: string[], { label }: { readonly label?: string }) {
    return createKey(tenant, label);
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
export class KeyRevokeCommand extends OperationCommand<KeyService, object> {
  protected override task([keyId = '']: string[]) {
    return revokeKey(keyId);
  }
}

@SubCommand({
  name: 'rotate',
  arguments: '<key-id>',
  description:
    'Creates a new key that replaces this key, which stays valid for a grace period; if repeated, it only changes the grace period',
})
export class KeyRotateCommand extends OperationCommand<KeyService, ShownIssue> {
  protected override task([keyId = '']: string[], { grace }: { readonly grace?: number }) {
    return rotateKey(keyId, grace === undefined ? undefined : grace / 1_000);
  }

  protected override shown(answer: ShownIssue, [keyId = '']: readonly string[]): object {
    const message = `Key "${keyId}" was rotated before, and its successor was shown then; if that is lost, revoke the successor and rotate again`;
    return answer.api_key === null ? { ...answer, message } : answer;
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
