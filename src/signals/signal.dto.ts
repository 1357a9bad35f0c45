import { z } from 'zod';
import { IsoDate, Nullish, OneOf, RequestDto } from '../platform/http/validation/request-dto.js';
import { type SignalType, signalTypes } from './signal-types.js';

/** Which signals an enrichment adds; every member may be left out, and `{}` means all. */
@RequestDto()
export class AllowSignals {
  @Nullish()
  @IsoDate({ description: 'First day' })
  start_time?: string | null;

  @Nullish()
  @IsoDate({ description: 'Last day, inclusive' })
  end_time?: string | null;

  @Nullish()
  @OneOf(signalTypes, { description: 'Only this type; `ALL` is the same as leaving it out' })
  type?: SignalType | null;
}

/** A signal as it is served. */
export const signalRecord = z
  .object({
    date: z.iso.date().nullable().meta({ description: 'Day on which the signal was recorded' }),
    signal_type: z.string().nullable().meta({ description: 'Type label' }),
    message_text: z.string().nullable().meta({ description: 'What happened, in words' }),
    intent_holder_network_url: z.string().nullable().meta({ description: 'Canonical profile page of the person' }),
    source_type: z.string().nullable().meta({ description: 'Where the signal comes from' }),
  })
  .meta({ id: 'SignalRecord' });

export type SignalRecord = Readonly<z.output<typeof signalRecord>>;

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
