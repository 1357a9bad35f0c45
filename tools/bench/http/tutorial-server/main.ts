// A server that is written as the tutorials of the frameworks teach: with Nest, Prisma's `findMany` and class-validator. It has no
// API keys, limits, credits or logs. That is an advantage in the comparison with the service.
import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CompaniesController, CompaniesService } from './companies.js';
import { PersonsController, PersonsService } from './persons.js';
import { PrismaService } from './prisma.service.js';
import { SignalsController, SignalsService } from './signals.js';

@Module({
  controllers: [CompaniesController, PersonsController, SignalsController],
  providers: [PrismaService, CompaniesService, PersonsService, SignalsService],
})
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.useBodyParser('json', { limit: '5mb' });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ url: await app.getUrl(), msg: 'listening' })}\n`);
