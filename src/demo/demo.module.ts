import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { DemoService } from './demo.service.js';

@Module({ imports: [TenancyModule, DatasetModule], providers: [DemoService], exports: [DemoService] })
export class DemoModule {}
