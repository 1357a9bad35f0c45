import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.js';
import { CoverageService } from './coverage.service.js';
import { CoverageSql } from './coverage.sql.js';

@Module({ imports: [ImportsModule], providers: [CoverageSql, CoverageService], exports: [CoverageService] })
export class CoverageModule {}
