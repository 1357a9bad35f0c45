import { z } from 'zod';

export const teamsResponse = z
  .object({
    teams: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'The name of the team. Use it as `team_name` when you start a run.' }),
          })
          .meta({ id: 'Team' }),
      )
      .meta({ description: 'The teams, in the alphabetical order of their names.' }),
  })
  .meta({ id: 'TeamsResponse', examples: [{ teams: [{ name: 'databases' }, { name: 'security' }] }] });

export type TeamsResponse = z.output<typeof teamsResponse>;
