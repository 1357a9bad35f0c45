import { Module } from '@nestjs/common';
import { TenancyModule } from '../../tenancy/tenancy.module.js';
import { CallbackSettingService } from './callback-setting.service.js';

/** Where the ends of a tenant's runs are announced. */
@Module({ imports: [TenancyModule], providers: [CallbackSettingService], exports: [CallbackSettingService] })
export class CallbackSettingModule {}
