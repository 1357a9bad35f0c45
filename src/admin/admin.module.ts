import { Module } from '@nestjs/common';
import { ImportCommand } from './import.command.js';
import { Installation } from './installation.js';
import { KeyCommand } from './key.command.js';
import { TenantCommand } from './tenant.command.js';

/** The command line. Commands only parse and print; what they do is done by the modules' services. */
@Module({
  providers: [
    Installation,
    ...TenantCommand.registerWithSubCommands(),
    ...KeyCommand.registerWithSubCommands(),
    ...ImportCommand.registerWithSubCommands(),
  ],
})
export class AdminModule {}
