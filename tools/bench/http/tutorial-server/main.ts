// What a team would write itself with the frameworks' own tutorials at hand: Nest, Prisma's `findMany`, class-validator.
// It has no keys, limits, credits or logs, which is to its advantage in the comparison.
import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.useBodyParser('json', { limit: '5mb' });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ url: await app.getUrl(), msg: 'listening' })}\n`);
