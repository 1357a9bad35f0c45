import { Module } from '@nestjs/common';
import { webhooksToken } from '../platform/http/openapi/openapi.js';
import { callbackWebhooks } from './callback/openapi-callback.js';
import { ProspectingController } from './prospecting.controller.js';
import { TeamController } from './teams/team.controller.js';
import { RunsModule } from './runs.module.js';
import { RunStartModule } from './run-start.module.js';

/** The routes for runs and teams, and the description of callbacks in the OpenAPI document. */
@Module({
  imports: [RunsModule, RunStartModule],
  controllers: [ProspectingController, TeamController],
  providers: [{ provide: webhooksToken, useValue: callbackWebhooks }],
})
export class ProspectingModule {}
