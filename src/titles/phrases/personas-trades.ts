import type { PersonaRow } from './scope-phrases.js';

/** Building, extraction, production, repair, installation, appraisal and shops: what technicians and operators operate. */
export const tradePersonas: readonly PersonaRow[] = [
  {
    tags: ['construction'],
    strength: 'role',
    phrases: `
      blockmason, block mason, stonemason, stone mason, brick mason, cement, cement mason, concrete finisher,
      terrazzo, tile setter, floor layer, flooring, floor sander, carpet installer, hardwood floor, drywall,
      drywaller, plasterer, taper, stucco, paperhanger, wallpaper, glazier, glass installer, insulator, roofing,
      sheet metal, sheetrock, framer, scaffold, scaffolder, ironworker, iron worker, structural iron,
      structural steel, rebar, rodman, reinforcing iron, pipelayer, pipe layer, pipe fitter, steamfitter, sprinkler,
      sprinkler fitter, plumbing, septic, drain, sewer, paving, paver, road worker, pile driver, piledriver,
      bulldozer, grader, excavator, backhoe, operating engineer, engineering equipment operator, dozer, excavation,
      driller, drilling, blaster, explosives, demolition, derrick, derrickhand, rotary drill, roughneck, roustabout,
      oil field, oilfield, miner, quarry, bolter, roof bolter, fence erector, elevator mechanic, elevator installer,
      wireman, lineman, journeyman, journeyman electrician, journeyperson, journey person, apprentice electrician,
      electrical inspector, building inspector, home inspector, construction inspector, code inspector,
      plans examiner, hazmat, asbestos, hazardous material, hazardous waste, abatement, solar installer,
      solar installation, solar technician, photovoltaic, pv installer, weatherization, air conditioning, hod carrier,
      derrickman, remodeler, home builder, homebuilder, cabinet installer, cabinetmaker, millwork installer, joiner,
      chimney, track worker, track maintainer, track inspector, track layer, rail track, land surveyor, survey party,
      surveying, survey technician, quantity surveyor, field superintendent, project superintendent, energy auditor,
      energy advisor, energy inspector, residential field, swimming pool, windows installer, Estrichleger,
      Gerüstbauer, Straßenbauer, Vermesser, Fliesenleger, Trockenbauer, Bauarbeiter, floor covering, trackman,
      lineworker, powderman, motor grader`,
  },
  {
    tags: ['manufacturing'],
    strength: 'role',
    phrases: `
      repair technician, repair person, restorer, overhauler, refurbisher, rigger, erector, industrial mechanic,
      tool and die, die maker, die cutter, mold maker, mould maker, pattern maker, lathe, press brake, punch press,
      stamping, forging, foundry, furnace, kiln, smelter, caster, casting operator, extruder, extrusion, rolling mill,
      plating, plater, coater, spray painter, powder coater, heat treat, heat treater, weld, welding, brazer, solderer,
      soldering, riveter, assembly line, production line, line operator, line lead, electromechanical,
      electro mechanical, wire harness, winder, weaver operator, knitting, sewing, sewing machine, upholsterer,
      shoemaker, cobbler, sawmill, sawyer, woodworker, woodworking, cabinet maker, printer, pressman, bindery,
      bookbinder, prepress, paper machine, blender, mixer, blending, mixing, chemical operator, chemical plant,
      distillation, still operator, power plant, reactor, boiler operator, stationary engineer, gas plant, compressor,
      pump operator, water treatment, wastewater, wastewater treatment, plant operator, semiconductor, wafer,
      calibration, instrumentation, instrument technician, slaughterer, meat cutter, food processing, brewer, brewery,
      canning, cannery, oven operator, inspector quality, cell operator, ladle, crusher, grinding, buffer, lens,
      optician lab, dental lab, jewelry maker, engraver, etcher, sandblaster, slitter, robot operator, router operator,
      cnc programmer, tool maker, tool grinder, lubricator, maintainer, maintenance worker, handyman, hvac mechanic,
      line maintenance, signal maintainer, substation, relay, troubleman, switchgear, power line, electric motor,
      medical equipment repairer, camera repairman, watchmaker, watch repair, tuner, piano tuner, luthier,
      instrument maker, gunsmith, locomotive mechanic, wind turbine, wind technician, heavy equipment mechanic,
      farm equipment, diver, commercial diver, safecracker, vending machine, coin machine, meter technician, valve,
      valve technician, control room`,
  },
  {
    tags: ['it', 'engineering'],
    strength: 'role',
    phrases: `
      telecommunications technician, telecom technician, network installer, cable installer, cable technician,
      cable splicer, fiber optic, fiber technician, communications technician, communications technologist,
      radio technician, radio frequency, rf engineer, rf technician, tower technician, line installer, computer repair,
      computer technician, hardware technician, office machine, rfid`,
  },
  {
    tags: ['it', 'administration'],
    strength: 'role',
    phrases: `
      records manager, record management, document management, document control, document controller`,
  },
  {
    tags: ['finance', 'real_estate'],
    strength: 'role',
    phrases: `
      appraiser, appraisal, real estate appraiser, property appraiser,  valuer, tax map,
      real estate analyst`,
  },
  {
    tags: ['finance', 'legal'],
    strength: 'role',
    phrases: `
      fraud, fraud examiner, fraud investigator, fraud analyst, community reinvestment, bank examiner,
      financial examiner`,
  },
  {
    tags: ['finance', 'administration'],
    strength: 'role',
    phrases: `
      debt collector, bill collector, medical biller, biller, timekeeper, time keeper, statement clerk,
      claims adjuster, claims examiner, payment poster, audit clerk`,
  },
  {
    tags: ['retail', 'sales'],
    strength: 'role',
    phrases: `
      counterperson, counter clerk, rental agent, rental clerk, parts clerk, parts salesperson, demonstrator,
      product demonstrator, street vendor, beauty consultant, beauty advisor, door to door, vendor street, auctioneer,
      route sales, food demonstrator, bakery manager, department supervisor, department store, pawnbroker,
      customer assistant, Warenhaus`,
  },
  {
    tags: ['data', 'research'],
    strength: 'role',
    phrases: `
      operations research, operations research analyst, intelligence analyst, geospatial intelligence,
      informatics specialist, psychometric, demand analyst, forecasting, statistical, statistics, biometrician,
      actuarial science`,
  },
  {
    tags: ['data'],
    strength: 'hint',
    phrases: `
      analyst`,
  },
  {
    tags: ['construction'],
    strength: 'hint',
    phrases: `
      concrete, tile, carpet, painter, insulation, framing, steelworker, asphalt, road, highway, drill, well, rig,
      mine, mining, tunnel, shaft, fence, elevator, housing, heating, ventilation, refrigeration, builder,
      superintendent, installation, glass, door`,
  },
  {
    tags: ['manufacturing'],
    strength: 'hint',
    phrases: `
      repairman, repair, repairperson, mill, machinery, coating, textile, leather, saw, furniture, printing, batch,
      refinery, petroleum, power, nuclear, turbine, gas, dairy, cell, polishing, cutting, laser, oiler, appliance,
      hydraulic, pneumatic, metal, plastics`,
  },
  {
    tags: ['it', 'engineering'],
    strength: 'hint',
    phrases: `
      fiber, broadband, satellite`,
  },
  {
    tags: ['it', 'administration'],
    strength: 'hint',
    phrases: `
      records`,
  },
  {
    tags: ['finance', 'real_estate'],
    strength: 'hint',
    phrases: `
      valuation`,
  },
  {
    tags: ['retail', 'sales'],
    strength: 'hint',
    phrases: `
      counter, rental, parts, checker, grocery, distributor`,
  },
  {
    tags: ['data', 'research'],
    strength: 'hint',
    phrases: `
      optimization, mathematical, analytical`,
  },
  {
    tags: ['finance', 'administration'],
    strength: 'hint',
    phrases: `
      collector, adjuster`,
  },
];
