import { Body, Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { IsDateString } from 'class-validator';
import { PrismaService } from './prisma.service.js';

class GetSignalsDto {
  @IsDateString()
  start_time = '';

  @IsDateString()
  end_time = '';
}

@Injectable()
export class SignalsService {
  constructor(private readonly prisma: PrismaService) {}

  async find(range: GetSignalsDto): Promise<object> {
    const found = await this.prisma.signal.findMany({
      where: {
        tenantId: process.env.TENANT ?? '',
        date: { gte: new Date(range.start_time), lte: new Date(range.end_time) },
        accountWebsite: { not: null },
      },
      orderBy: [{ accountWebsite: 'asc' }, { date: 'asc' }, { id: 'asc' }],
    });
    const signals: Record<string, object[]> = {};
    for (const signal of found) {
      (signals[signal.accountWebsite ?? ''] ??= []).push({
        date: signal.date.toISOString().slice(0, 10),
        signal_type: signal.signalType,
        message_text: signal.messageText,
        intent_holder_network_url: signal.intentHolderNetworkUrl,
        source_type: signal.sourceType,
      });
    }
    return { signals };
  }
}

@Controller('v1/signals')
export class SignalsController {
  constructor(private readonly signals: SignalsService) {}

  @Post('get-signals')
  @HttpCode(200)
  find(@Body() body: GetSignalsDto): Promise<object> {
    return this.signals.find(body);
  }
}
