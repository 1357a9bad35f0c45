import { Module } from '@nestjs/common';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { PersonsController } from './persons.controller.js';
import { PersonsService } from './persons.service.js';
import { PrismaService } from './prisma.service.js';
import { SignalsController } from './signals.controller.js';
import { SignalsService } from './signals.service.js';

@Module({
  controllers: [CompaniesController, PersonsController, SignalsController],
  providers: [PrismaService, CompaniesService, PersonsService, SignalsService],
})
export class AppModule {}
