import { hostname, userInfo } from 'node:os';
import type { Operator } from '../operations/operation.js';

/** Who runs a command on this computer. @param sudoUser the account that used `sudo`; null if none did */
export function operatorOfCommand(sudoUser: string | null): Operator {
  const own = ownAccount();
  return { systemUser: sudoUser === null || sudoUser === own ? own : `${sudoUser} as ${own}`, host: hostname() };
}

function ownAccount(): string {
  try {
    return userInfo().username;
  } catch {
    // Many containers have no entry in `/etc/passwd` for the account that runs the command.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
