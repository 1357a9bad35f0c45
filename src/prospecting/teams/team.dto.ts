import { z } from 'zod';

export const teamsResponse = z
  .object({
    teams: z
      .array(
        z
          .object({ name: z.string().meta({ description: 'The name, for `team_name` of a start.' }) })
          .meta({ id: 'Team' }),
      )
      .meta({ description: 'In the order of their names.' }),
  })
  .meta({ id: 'TeamsResponse', examples: [{ teams: [{ name: 'databases' }, { name: 'security' }] }] });

export type TeamsResponse = z.output<typeof teamsResponse>;
