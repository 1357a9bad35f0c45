import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { ConsoleFiles } from './console-files.js';

/**
 * Serves the console for browsers; it is not loaded with `CONSOLE=off`. The console calls the HTTP API, so this imports no other
 * module.
 */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsoleModule {}
