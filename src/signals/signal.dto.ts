import { z } from 'zod';
import { IsoDate, Nullish, OneOf, RequestDto } from '../platform/http/validation/request-dto.js';
import { signalRecord } from './allow-signals.dto.js';
import { signalTypes, type SignalType } from './signal-types.js';

@RequestDto({ example: { start_time: '2026-01-01', end_time: '2026-03-31', type: 'Topic Engagement' } })
export class GetSignalsRequest {
  @IsoDate({ description: 'First day' })
  start_time!: string;

  @IsoDate({ description: 'Last day, inclusive; before `start_time` nothing is found' })
  end_time!: string;

  @Nullish()
  @OneOf(signalTypes, { description: 'Only this type; `ALL` is the same as leaving it out' })
  type?: SignalType | null;
}

const example = {
  'siemens.com': [
    {
      date: '2026-02-17',
      signal_type: 'Topic Engagement',
      message_text: 'Commented on an article about digital twins',
      intent_holder_network_url: 'https://www.network.com/in/jane-doe',
      source_type: 'article_comment',
    },
  ],
};

/** The answer as the OpenAPI document describes it. */
export const getSignalsResponse = z
  .object({
    signals: z.record(z.string(), z.array(signalRecord)).meta({
      description: 'By account website; sites in order, the signals of each by date. Sites without are left out',
    }),
  })
  .meta({ id: 'GetSignalsResponse', examples: [{ signals: example }] });
