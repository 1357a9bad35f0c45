import type { PersonaRow } from './scope-phrases.js';

/** Protective services, cleaning, vehicles and goods: what drivers, guards, handlers and operators work with. */
export const protectionPersonas: readonly PersonaRow[] = [
  {
    tags: ['public_sector'],
    strength: 'role',
    phrases: `
      fireman, fire captain, firefighting, fire marshal, fire investigator, fire inspector, fire technician,
      fire officer, fire safety, fire prevention, wildfire, wildland, smokejumper, arson, bailiff, jailer, warden,
      game warden, trooper, patrol, patrol officer, patrolman, state patrol, marshal, deputy sheriff, court officer,
      probation officer, parole officer, probation, parole, constable, border patrol, crime scene,
      criminal investigator, criminalist, crime analyst, intelligence officer, counterintelligence, forensic,
      forensic technician, latent print, fingerprint, evidence technician, law enforcement, code enforcement,
      enforcement officer, animal control, parking enforcement, parking control, parking officer, meter reader,
      lifeguard, ski patrol, ski patroller, park police, homeland security, public safety, emergency management,
      civil protection, coast guard, national guard, infantry, artillery, customs inspector, import specialist,
      city planner, city manager, community planner, regional planner, neighborhood planner, town manager,
      clerk of court, postal, postmaster, mail carrier, letter carrier, community safety, animal safety,
      crossing guard, community development, police dispatcher, emergency dispatcher, public works, legislator,
      legislative, identification officer, bomb technician, swat, k9, canine, corrections, corrections officer,
      detention, special agent, dog control, border protection, customs and border, police chief, civil service`,
  },
  {
    tags: ['facilities', 'retail'],
    strength: 'role',
    phrases: `
      loss prevention, asset protection`,
  },
  {
    tags: ['facilities'],
    strength: 'role',
    phrases: `
      surveillance, private investigator, private detective, bouncer, pool attendant, sanitation, beach attendant,
      sweeper, housekeeping attendant, maid, pest control, exterminator, groundskeeping, landscaping, tree trimmer,
      arborist, window cleaner, dry cleaner, presser, window washer, building superintendent, locksmith,
      security installer, security technician, security system, transportation security, screener, parking attendant`,
  },
  {
    tags: ['transport'],
    strength: 'role',
    phrases: `
      trucker, cab, locomotive, railroad, trainmaster, train master, yardmaster, brakeman, switchman, carman,
      signalman, rail yard, subway, streetcar, tram, light rail, motor coach, shuttle, limousine, aircraft, aircrew,
      airman, airline pilot, helicopter, air traffic, control tower, air traffic controller, flight engineer,
      flight instructor, purser, boat captain, barge, tugboat, towboat, ferry, ferryboat, deckhand, deck hand, sailor,
      seaman, first mate, bosun, oiler ship, tanker, port captain, pilot boat, launchman, bridge tender,
      bridge operator, lock tender, lockmaster, route driver, delivery person, valet parking, parking lot, car wash,
      car detailer, auto detailer, detailer, vehicle cleaner, fuel attendant, gas station, service station,
      traffic technician, transportation inspector, winch, dredge, tower crane, ambulance driver, ambulance attendant,
      pipeline, pump station, pumper, gauger, mover, rigger crane, cable car, vessel operator, ramp agent, baggage,
      taxicab, motorman, tankerman, hoistman, hostler, trolley, delivery man, delivery person, smog,
      port engineer, train engineer`,
  },
  {
    tags: ['transport', 'manufacturing'],
    strength: 'role',
    phrases: `
      aircraft mechanic, aircraft technician, aviation mechanic, aviation technician, automotive mechanic,
      car mechanic, bus mechanic, truck mechanic, diesel mechanic, diesel technician, marine mechanic, avionics,
      avionics technician, auto mechanic, auto technician, auto body, body shop, aircraft maintenance,
      vehicle technician, small engine, avionics inspector, railroad car, rail car`,
  },
  {
    tags: ['transport', 'public_sector'],
    strength: 'role',
    phrases: `
      traffic officer, transportation security officer, aviation safety inspector`,
  },
  {
    tags: ['transport', 'construction'],
    strength: 'role',
    phrases: `
      traffic engineer, transportation engineer, transportation planner, crane operator, heavy equipment, mobile crane,
      tower crane operator`,
  },
  {
    tags: ['supply_chain'],
    strength: 'role',
    phrases: `
      cargo, loadmaster, stevedore, longshoreman, dock worker, dockworker, freight handler, material handler,
      materials handler, package handler, unloader, stockroom, storekeeper, order filler, order puller, picker,
      lift truck, expediter, expeditor, shipper, receiver, tool crib, courier service, load planner, load out,
      traffic clerk, mail room, mailroom, truck loader, hand packer, packager, bagger, baler, stower, yard worker,
      ship loader, préparateur de commandes`,
  },
  {
    tags: ['supply_chain', 'manufacturing'],
    strength: 'role',
    phrases: `
      packer, loader, sorter, production clerk, packaging operator, packaging technician, palletizer`,
  },
  {
    tags: ['public_sector', 'finance'],
    strength: 'hint',
    phrases: `
      examiner, investigator`,
  },
  {
    tags: ['public_sector'],
    strength: 'hint',
    phrases: `
      fire, jail, prison, border, immigration, crime, criminal, enforcement, election, deputy sheriff office,
      investigative, rescue`,
  },
  {
    tags: ['facilities'],
    strength: 'hint',
    phrases: `
      guard, alarm, grounds, lawn, landscape, laundry, waste, refuse, trash, garbage, recycling`,
  },
  {
    tags: ['transport'],
    strength: 'hint',
    phrases: `
      truck, bus, taxi, train, rail, transit, flight, ship, boat, mate, harbor, toll, route, parking, vehicle, car,
      fare, crane, hoist, moving, conveyor, ramp, terminal, port, signal`,
  },
  {
    tags: ['transport', 'manufacturing'],
    strength: 'hint',
    phrases: `
      automobile, motorcycle, bicycle, tire, transmission, engine`,
  },
  {
    tags: ['supply_chain'],
    strength: 'hint',
    phrases: `
      dock, parcel, packaging`,
  },
  {
    tags: ['supply_chain', 'manufacturing'],
    strength: 'hint',
    phrases: `
      filler`,
  },
];
