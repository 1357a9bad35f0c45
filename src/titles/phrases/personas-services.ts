import type { PersonaRow } from './scope-phrases.js';

/** Retail, hospitality, medicine, education, media, public sector and social services. */
export const servicePersonas: readonly PersonaRow[] = [
  {
    tags: ['retail'],
    strength: 'role',
    phrases: `
      store, shop, punto vendita, shop assistant, retail, retail sales, retail assistant, cashier, merchandiser, merchandising,
      franchise, Einzelhandel, Kassierer, caissier, caissière, hôte de caisse, hôtesse de caisse, cajero, cajera,
      cassiere, commessa, commesso, dependiente, dependienta, balconista, chef de rayon, employé libre service,
      gérant de magasin, reponedor, florist, barber, hairdresser, beautician, Friseur, coiffeur, coiffeuse, peluquero,
      peluquera, cosmetologist, nail technician, makeup artist, Winkelmedewerker, winkel`,
  },
  {
    tags: ['hospitality'],
    strength: 'role',
    phrases: `
      cook, head chef, executive chef, sous chef, kitchen, kitchen porter, chef de partie, chef de rang,
      commis de salle, demi chef, hotel, restaurant, waiter, waitress, bartender, barman, barmaid, barista, host,
      hostess, housekeeping, housekeeper, concierge, guest service, guest relations, front desk,
      front desk receptionist, food and beverage, f&b, catering, caterer, tourism, travel, travel consultant,
      tour guide, tour manager, sommelier, Hotelfachfrau, Hotelfachmann, Restaurantfachfrau, Restaurantfachmann, baker,
      pastry, boulanger, pâtissier, panadero, Bäcker, Konditor, pizzaiolo, dishwasher, busser, plongeur, croupier,
      casino, hôtellerie, hostelería, cruise director, réceptionniste, butler, food service, food runner, bell boy,
      server, resort, butcher, Metzger, boucher, carnicero`,
  },
  { tags: ['hospitality'], strength: 'hint', phrases: 'chef' },
  {
    tags: ['medical'],
    strength: 'role',
    phrases: `
      physician, doctor, nurse, nursing, nursing assistant, surgeon, medical, medical assistant, Zahntechniker,
      medical advisor, medical science liaison, msl, clinical, clinician, pharmacist, pharmacy, pharmacy technician,
      pharmacy assistant, dentist, dental, dental assistant, therapist, psychologist, psychotherapist, psychiatrist,
      veterinarian, veterinary, veterinary technician, cardiologist, radiologist, radiology, anesthesiologist,
      oncologist, dermatologist, neurologist, pediatrician, pathologist, gynecologist, ophthalmologist, hospital,
      caregiver, carer, care assistant, care manager, care coordinator, paramedic, emt, physiotherapist, physio,
      midwife, nutritionist, dietitian, optician, optometrist, chiropractor, phlebotomist, sonographer, radiographer,
      patient, healthcare, healthcare assistant, health care, physician assistant, ärztlicher direktor, Apotheker,
      Physiotherapeut, Ergotherapeut, Logopäde, Hebamme, Notfallsanitäter, Rettungssanitäter, Zahnarzt, Zahnärztin,
      medizinische Fachangestellte, zahnmedizinische Fachangestellte, MTA, PTA, sage femme, kinésithérapeute,
      aide soignante, aide soignant, pharmacien, pharmacienne, dentiste, vétérinaire, farmacéutico, farmacéutica,
      farmacista, fisioterapeuta, fisioterapista, odontólogo, odontóloga, dentista, veterinario, veterinaria, matrona,
      auxiliar de enfermería, enfermería, pflegedienstleitung, Pflegehelfer, stationsleitung, medicine, cuidadora,
      badante, kinesiologist`,
  },
  {
    tags: ['medical', 'research'],
    strength: 'role',
    phrases: `
      clinical research, clinical trial, clinical scientist, cra, clinical operations, pharmacovigilance,
      medical affairs, medical laboratory`,
  },
  {
    tags: ['medical'],
    strength: 'field',
    phrases: `
      health, pharma, pharmaceutical, wellness, santé, salud, saúde, sanità, biotech, cardiology, oncology, fitness`,
  },
  {
    tags: ['education'],
    strength: 'role',
    phrases: `
      teacher, assistant teacher, teaching assistant, school, vice principal, assistant principal, headmaster,
      headmistress, dean, education, educational, tutor, instructor, lecturer, academic, faculty, curriculum,
      curriculum developer, university, college, rector, provost, chancellor, student affairs, student services,
      student success, admissions, instructional designer, instructional design, educator, kindergarten,
      Kindergärtnerin, Kinderpfleger, preschool, nursery, Kita, maître d'école, institutrice, instituteur, librarian,
      bibliothécaire, Bibliothekar, bibliotecario, bibliotecaria, e-learning, nanny, childcare, child care, au pair`,
  },
  {
    tags: ['education', 'research'],
    strength: 'role',
    phrases: 'professor, assistant professor, department chair, chair of department',
  },
  { tags: ['education'], strength: 'hint', phrases: 'coach, mentor, graduate, fitness instructor' },
  {
    tags: ['media'],
    strength: 'role',
    phrases: `
      journalist, editor, reporter, correspondent, photographer, photography, videographer, film, movie director,
      stage director, video, producer, cinematographer, cameraman, camera operator, actor, actress, musician, singer,
      composer, artist, writer, author, screenwriter, technical writer, broadcast, broadcaster, broadcasting, tv,
      television, radio, radio host, presenter, animator, 3d animator, vfx, visual effects, editorial,
      content producer, sound, sound engineer, audio engineer, translator, interpreter, music, podcast,
      casting director, rédacteur en chef, rédactrice, redactor, redactora, redattore, Übersetzer, Dolmetscher,
      traducteur, traductrice, traductor, traductora, traduttore, Kameramann, Schauspieler, acteur, comédien, actriz,
      attore, musicien, músico, Musiker, Lektor, newspaper, news, magazine, columnist, dancer, choreographer,
      choir director, stage manager, talent manager, gallery, theatre, theater, dj, video production,
      film production, media`,
  },
  {
    tags: ['public_sector'],
    strength: 'role',
    phrases: `
      government, minister, ministry, ministerial, mayor, police, policeman, military, army, navy, air force, soldier,
      sergeant, lieutenant, colonel, commander, corporal, major general, brigadier, firefighter, fire chief,
      fire department, diplomat, ambassador, consul, civil servant, council member, councillor, councilor, senator,
      member of parliament, governor, secretary of state, politician, congressman, public sector,
      public administration, public policy, policy officer, policy employee, policy advisor, Beleidsmedewerker,
      Beleidsadviseur, municipal, municipality, city, county, petty officer, warrant officer,
      detective, sheriff, correctional, customs officer, tax officer, public servant, Beamter, Beamtin,
      Verwaltungsfachangestellte, Verwaltungsfachangestellter, Polizei, Polizist, Polizeibeamter, Bundeswehr, Soldat,
      Feuerwehr, Stadtrat, Landrat, Gemeinderat, Bundestag, fonctionnaire, funcionario público, servidor público,
      conseiller municipal, conseillère municipale, agent territorial, gendarme, policier, policía, carabiniere,
      poliziotto, député, concejal, ambassadeur, militaire, pompier, bombero, social security, town clerk, wethouder,
      attaché d'administration`,
  },
  {
    tags: ['public_sector'],
    strength: 'hint',
    phrases: 'public, political, defense, defence, inspector general',
  },
  {
    tags: ['social_services'],
    strength: 'role',
    phrases: `
      social worker, social work, social services, nonprofit, non profit, ngo, charity, volunteer, volunteering,
      counselor, counsellor, fundraiser, fundraising, humanitarian, pastor, priest, minister of religion, chaplain,
      clergy, church, youth worker, youth, grants, outreach, philanthropy, foundation, éducateur, éducatrice,
      assistant social, assistante sociale, trabajador social, trabajadora social, Ehrenamt, Heilerziehungspfleger,
      Heilpädagoge, Pfarrer, Seelsorger, travailleur social, animateur socioculturel, support worker, community worker,
      case manager, case worker, caseworker, imam, rabbi, missionary, conseillère conjugale, bénévole, voluntario,
      voluntaria, vrijwilliger, social welfare, disability support`,
  },
  {
    tags: [],
    strength: 'hint',
    phrases: `
      chef de, owner representative, personal trainer, public speaker, life coach, service officer`,
  },
];
