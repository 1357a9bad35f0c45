import { z } from 'zod';
import { isoDate, model, oneOf } from '../platform/http/validation/shapes.js';
import { signalTypes } from './signal-types.js';

/** Which signals an enrichment adds; every member may be left out, and `{}` means all. */
export const allowSignals = model({
  start_time: isoDate().nullish().meta({ description: 'First day' }),
  end_time: isoDate().nullish().meta({ description: 'Last day, inclusive' }),
  type: oneOf(signalTypes).nullish().meta({ description: 'Only this type; `ALL` is the same as leaving it out' }),
}).meta({ id: 'AllowSignals' });

export type AllowSignals = z.output<typeof allowSignals>;

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
