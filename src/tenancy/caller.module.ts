import { Module } from '@nestjs/common';
import { FieldController } from './query-fields/field.controller.js';
import { FieldService } from './query-fields/field.service.js';
import { TenancyModule } from './tenancy.module.js';
import { MeController } from './tenants/me.controller.js';
import { MeService } from './tenants/me.service.js';

/** The routes by which clients read about themselves: their tenant, keys, limits and fields. */
@Module({
  imports: [TenancyModule],
  controllers: [MeController, FieldController],
  providers: [MeService, FieldService],
  exports: [FieldService],
})
export class CallerModule {}
