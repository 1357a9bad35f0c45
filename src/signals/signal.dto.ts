import { z } from 'zod';
import { IsoDate, Nullish, OneOf, RequestDto } from '../platform/http/validation/request-dto.js';
import { type SignalType, signalTypes } from './signal-types.js';

/** The filter of the signals that an enrichment adds. Every member is optional, so `{}` selects all signals. */
@RequestDto()
export class AllowSignals {
  @Nullish()
  @IsoDate({ description: 'The first day.' })
  start_time?: string | null;

  @Nullish()
  @IsoDate({ description: 'The last day, inclusive.' })
  end_time?: string | null;

  @Nullish()
  @OneOf(signalTypes, {
    description: 'The type of the signals to return. Without it, or with `ALL`, signals of every type are returned.',
  })
  type?: SignalType | null;
}

export const signalRecord = z
  .object({
    date: z.iso.date().nullable().meta({ description: 'The day of the signal.' }),
    signal_type: z.string().nullable().meta({ description: 'The signal type.' }),
    message_text: z.string().nullable().meta({ description: 'The text of the signal.' }),
    intent_holder_network_url: z.string().nullable().meta({ description: 'The canonical profile page of the person.' }),
    source_type: z.string().nullable().meta({ description: 'The source of the signal.' }),
  })
  .meta({ id: 'SignalRecord' });

export type SignalRecord = Readonly<z.output<typeof signalRecord>>;

@RequestDto({ example: { start_time: '2026-01-01', end_time: '2026-03-31', type: 'Topic Engagement' } })
export class GetSignalsRequest {
  @IsoDate({ description: 'The first day.' })
  start_time!: string;

  @IsoDate({ description: 'The last day, inclusive; a day before `start_time` finds no signals.' })
  end_time!: string;

  @Nullish()
  @OneOf(signalTypes, {
    description: 'The type of the signals to return. Without it, or with `ALL`, signals of every type are returned.',
  })
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

/** The schema of the answer of `POST /v1/signals/get-signals`, for the OpenAPI document. */
export const getSignalsResponse = z
  .object({
    signals: z.record(z.string(), z.array(signalRecord)).meta({
      description:
        'The signals of each account website. The websites are sorted, and the signals of a website are in the order of their dates. Websites without signals are omitted.',
    }),
  })
  .meta({ id: 'GetSignalsResponse', examples: [{ signals: example }] });
