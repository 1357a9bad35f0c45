import { Module } from '@nestjs/common';
import { CompanyImportService } from './company-import.service.js';

@Module({ providers: [CompanyImportService], exports: [CompanyImportService] })
export class DatasetModule {}
