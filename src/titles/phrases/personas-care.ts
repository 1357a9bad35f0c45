import type { PersonaRow } from './scope-phrases.js';

/** Medicine by specialty, sciences, courts, schools, libraries, culture and catering. */
export const carePersonas: readonly PersonaRow[] = [
  {
    tags: ['medical'],
    strength: 'role',
    phrases: `
      surgical, anesthesia, anaesthesia, anesthetist, anaesthetist, anesthesiology, cardiac, cardiovascular,
      catheterization, pulmonary, respiratory, renal, dialysis, gastroenterology, endoscopy, neurology,
      neurodiagnostic, neurophysiology, polysomnographic, sleep technologist, psychiatric, psychiatry,
      behavioral health, mental health, pediatric, paediatric, geriatric, obstetric, gynecology, orthopedic,
      orthopaedic, orthodontic, orthodontist, prosthodontist, periodontist, endodontist, ophthalmic, optometric,
      optical dispenser, optometry, vision therapist, audiologist, audiology, speech language, speech pathologist,
      speech therapist, language pathologist, prosthetic, prosthetist, orthotist, orthotic, pedorthist, podiatrist,
      podiatric, hygienist, dental hygienist, radiologic, radiologic technologist, radiation therapist,
      radiation therapy, ultrasound, ultrasonographer, x ray, mri, ct technologist, diagnostic imaging,
      nuclear medicine, mammography, magnetic resonance, echocardiographer, echocardiography, ekg, ecg technician,
      eeg, phlebotomy, hematology, histology, histologic, histotechnologist, histotechnician, cytotechnologist,
      cytogenetic, cytology, blood bank, transfusion, dietary, dietetic, dietician, nutritional, weight management,
      therapy aide, physiatrist, hospitalist, internist, practitioner, nurse practitioner, general practitioner,
      family practitioner, family medicine, internal medicine, emergency medicine, emergency medical, ambulance,
      emergency care, emergency room, acupuncture, acupuncturist, naturopath, naturopathic, homeopath, osteopath,
      massage, massage therapist, masseur, masseuse, athletic trainer, exercise physiologist, occupational therapist,
      occupational therapy, physical therapist, physical therapy, art therapist, music therapist,
      recreational therapist, recreation therapist, genetic counselor, first assistant, scrub technician,
      perfusionist, health information, medical record, medical coder, medical coding, health information technician,
      medical scribe, medical transcriptionist, transcriptionist, infection control, infection prevention,
      home health, home care, personal care aide, hospice, health aide, nurse aide, care worker, care giver,
      elderly care, patient access, orderly, lpn, rn, lvn, cna, orientation and mobility, low vision,
      lactation consultant, doula, embalmer, epidemiologist, epidemiology, public health, immunology, immunologist,
      urologist, vet technician, nephrologist, pathology, pathologist assistant, health worker, health educator,
      community health, nurse educator, exercise specialist, allergist, herbalist, orthoptist, weight loss, bariatric,
      hearing aid, genetic counseling, allergy, wound care, blood`,
  },
  {
    tags: ['medical', 'it'],
    strength: 'role',
    phrases: `
      health informatics, medical informatics, healthcare it, nursing informatics, clinical informatics`,
  },
  {
    tags: ['medical', 'research'],
    strength: 'role',
    phrases: `
      ologist, cytogeneticist, toxicologist, toxicology`,
  },
  {
    tags: ['medical', 'people'],
    strength: 'role',
    phrases: `
      occupational health, occupational medicine`,
  },
  {
    tags: ['medical', 'education'],
    strength: 'role',
    phrases: `
      rehabilitation teacher, visual impairments teacher, speech teacher`,
  },
  {
    tags: ['medical', 'social_services'],
    strength: 'role',
    phrases: `
      substance abuse, addiction, addiction counselor, behavioral specialist, behavior analyst, behavior specialist,
      marriage and family therapist, family therapist, mental health counselor, rehabilitation counselor`,
  },
  {
    tags: ['research'],
    strength: 'role',
    phrases: `
      meteorologist, climatologist, hydrologist, hydrogeologist, geophysicist, geoscientist, geographer, geological,
      geology, geospatial analyst, anthropologist, ethnologist, historian, political scientist, demographer, linguist,
      criminologist, zoologist, botanist, ecologist, entomologist, ornithologist, marine biologist, naturalist,
      horticulturist, agronomist, soil scientist, plant scientist, animal scientist, food scientist,
      food technologist, crop consultant, plant breeder, materials scientist, metallurgist, crystallographer,
      astrophysicist, volcanologist, oceanographer, paleontologist, seismologist, palaeontologist, psychometrician,
      psychometrist, methodologist, survey researcher, interviewer, chemical analyst, biostatistician, bioinformatics,
      bioinformatician, forensic scientist, environmental chemist, science technician, chemical technician,
      biological technician, laboratory analyst, lab analyst, phd researcher, doctoral researcher, biochemistry,
      microbiology, nuclear monitoring, urban studies, weather, forecaster, field researcher, study director`,
  },
  {
    tags: ['research', 'quality'],
    strength: 'role',
    phrases: `
      quality control technician, quality control chemist, qc chemist, qc technician, quality control laboratory,
      water quality analyst`,
  },
  {
    tags: ['research', 'sustainability'],
    strength: 'role',
    phrases: `
      forester, forestry, silviculturist, range management, rangeland, wildlife, wildlife biologist, fisheries,
      fisheries biologist, soil conservation, erosion control, land management, natural resource, habitat, watershed,
      ecological, ecology, park ranger, park naturalist, environmental technician, remediation, conservationist,
      land reclamation, restoration specialist, groundwater, crop, farming, wildlife officer`,
  },
  {
    tags: ['legal', 'public_sector'],
    strength: 'role',
    phrases: `
      judiciary, adjudicator, adjudication, hearing officer, hearings officer, magistrate judge, court clerk,
      court reporter, ombudsman`,
  },
  {
    tags: ['legal'],
    strength: 'role',
    phrases: `
      arbitrator, arbitration, mediator, title examiner, title searcher, title officer, title abstractor, abstractor,
      conveyancer, law firm, legal secretary, conciliator`,
  },
  {
    tags: ['education', 'media'],
    strength: 'role',
    phrases: `
      museum, archivist, curator, conservator, gallery manager, museum technician, registrar museum,
      collection manager`,
  },
  {
    tags: ['education'],
    strength: 'role',
    phrases: `
      registrar, extension agent, extension specialist, paraprofessional, paraeducator, instructional assistant,
      graduate assistant, teacher aide, special education, principal of school,  esl teacher,
      learning specialist`,
  },
  {
    tags: ['media'],
    strength: 'role',
    phrases: `
      poet, novelist, playwright, lyricist, stenographer, captioner, proofreader, sculptor, painter artist, weaver,
      potter, glass blower, carver, craft artist, fashion model, stagehand, lighting technician, grip, gaffer,
      projectionist, audiovisual, audio visual, broadcast technician, media technician, film editor, video editor,
      sports announcer, announcer, entertainer, performer, magician, comedian, disc jockey, technical communicator,
      documentation specialist`,
  },
  {
    tags: ['marketing', 'media'],
    strength: 'role',
    phrases: `
      copywriter, copy writer, copy editor, content editor`,
  },
  {
    tags: ['design', 'retail'],
    strength: 'role',
    phrases: `
      floral, floral designer, display designer, window dresser, visual merchandiser, display decorator, decorator,
      interior decorator, dressmaker, tailor, seamstress, exhibit designer, jeweler, jewelry`,
  },
  {
    tags: ['design', 'engineering'],
    strength: 'role',
    phrases: `
      draftsperson, draftsman, drafter, drafting, cad, cad technician, cad operator, cad designer, technical drawer,
      ergonomist, ergonomics, human factors, cartographer, cartography, photogrammetrist, photogrammetric, gis,
      gis analyst, gis technician, map technician, geodesist, geodetic, game artist, gis specialist, gameplay`,
  },
  {
    tags: ['hospitality'],
    strength: 'role',
    phrases: `
      mixologist, buffet, banquet, food preparation, food preparer, fry cook, fryer, line cook, grill, deli, salad,
      dining room, cafeteria, lunch, snack bar, pastry cook, fast food, crew member, kitchen helper, kitchen hand,
      bar back, barback, pizza maker, sandwich maker, bellhop, bellman, valet, usher, travel agent, travel agency,
      tour operator, camp counselor, activities coordinator, resort manager, innkeeper, lodging, room attendant,
      diet aide, tour counselor`,
  },
  {
    tags: ['medical'],
    strength: 'hint',
    phrases: `
      surgery, hearing, rehabilitation, oral, imaging, diet, nutrition, therapeutic, therapy, operating room`,
  },
  {
    tags: ['research'],
    strength: 'hint',
    phrases: `
      chemistry, biology, physics, genetics, genomics`,
  },
  {
    tags: ['research', 'sustainability'],
    strength: 'hint',
    phrases: `
      agriculture, agricultural, horticulture`,
  },
  {
    tags: ['legal', 'public_sector'],
    strength: 'hint',
    phrases: `
      court, judicial`,
  },
  {
    tags: ['education', 'media'],
    strength: 'hint',
    phrases: `
      archival, archives, exhibit`,
  },
  {
    tags: ['education'],
    strength: 'hint',
    phrases: `
      library, circulation, instructional, instruction, teaching, literacy, classroom`,
  },
  {
    tags: ['media'],
    strength: 'hint',
    phrases: `
      recording, anchor, documentation`,
  },
  {
    tags: ['design', 'engineering'],
    strength: 'hint',
    phrases: `
      mapping, games, mapper`,
  },
  {
    tags: ['hospitality'],
    strength: 'hint',
    phrases: `
      dining, bakery, beverage, coffee, food, tour, recreation, amusement, guest, spa, greeter, waitstaff, dish,
      concession, delicatessen, meat, gaming, destination`,
  },
  {
    tags: ['design', 'media'],
    strength: 'role',
    phrases: `
      game designer, muralist, costume, costume designer, clothing designer`,
  },
  {
    tags: ['legal'],
    strength: 'hint',
    phrases: `
      dispute resolution, appeal, referee, title`,
  },
];
