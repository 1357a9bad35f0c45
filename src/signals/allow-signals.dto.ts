import { z } from 'zod';
import { IsoDate, Nullish, OneOf, RequestDto } from '../platform/http/validation/request-dto.js';
import { signalTypes, type SignalType } from './signal-types.js';

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
