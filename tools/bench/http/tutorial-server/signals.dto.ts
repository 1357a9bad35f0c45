import { IsDateString } from 'class-validator';

export class GetSignalsDto {
  @IsDateString()
  start_time = '';

  @IsDateString()
  end_time = '';
}
