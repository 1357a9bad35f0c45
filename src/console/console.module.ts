import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { ConsoleFiles } from './console-files.js';

/**
 * Serves the console for browsers. With `CONSOLE=off` this module is not loaded. It imports no other module, because the console
 * gets all its data from the HTTP API.
 */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsoleModule {}
