import type { CountrySource } from './countries.js';

/** All other countries, as countries.ts reads them. */
export const worldCountries: Readonly<Record<string, CountrySource>> = {
  'United States': {
    names:
      'english 58, spanish 11, indian 9, chinese 6, german 3, italian 3, korean 2, westAfrican 2, vietnamese 2, hebrew 1, polish 1, arabic 1, french 1',
    places: `New York/New York, San Francisco/California, San Jose/California, Seattle/Washington, Austin/Texas,
      Chicago/Illinois, Boston/Massachusetts, Denver/Colorado, Atlanta/Georgia, Los Angeles/California,
      Portland/Oregon, Raleigh/North Carolina, Pittsburgh/Pennsylvania, Minneapolis/Minnesota`,
    schools: `Stanford University, Massachusetts Institute of Technology, University of Michigan,
      University of Texas at Austin, Georgia Institute of Technology, University of Washington,
      Purdue University, Ohio State University, University of California Berkeley,
      University of Illinois Urbana-Champaign, Arizona State University, Boston University,
      Penn State University, University of Florida, Cornell University, Howard University`,
  },
  Canada: {
    names: 'english 56, french 18, indian 9, chinese 8, italian 3, ukrainian 2, arabic 2, westAfrican 2',
    places: `Toronto/Ontario, Vancouver/British Columbia, Montreal/Quebec, Ottawa/Ontario, Calgary/Alberta,
      Waterloo/Ontario, Halifax/Nova Scotia`,
    schools: `University of Toronto, University of Waterloo, McGill University, University of British Columbia,
      Université de Montréal, Queen's University`,
  },
  Australia: {
    names: 'english 70, chinese 8, indian 9, italian 4, vietnamese 4, arabic 3, german 2',
    places: `Sydney/New South Wales, Melbourne/Victoria, Brisbane/Queensland, Perth/Western Australia,
      Adelaide/South Australia`,
    schools: `University of Sydney, University of Melbourne, UNSW Sydney, Monash University, University of Queensland`,
  },
  'New Zealand': {
    names: 'english 80, indian 7, chinese 7, dutch 3, southernAfrican 3',
    places: `Auckland/Auckland, Wellington/Wellington, Christchurch/Canterbury`,
    schools: `University of Auckland, Victoria University of Wellington, University of Otago`,
  },
  Mexico: {
    names: 'spanish 92, italian 4, english 2, german 2',
    places: `Mexico City/Mexico City, Guadalajara/Jalisco, Monterrey/Nuevo León, Querétaro/Querétaro`,
    schools: `Tecnológico de Monterrey, UNAM, Instituto Politécnico Nacional`,
    language: 'spanish',
  },
  Argentina: {
    names: 'spanish 70, italian 26, german 2, polish 2',
    places: `Buenos Aires/Buenos Aires, Córdoba/Córdoba, Rosario/Santa Fe`,
    schools: `Universidad de Buenos Aires, Instituto Tecnológico de Buenos Aires, Universidad Nacional de Córdoba`,
    language: 'spanish',
  },
  Chile: {
    names: 'spanish 92, italian 4, english 2, german 2',
    places: `Santiago/Santiago Metropolitan Region, Valparaíso/Valparaíso`,
    schools: `Pontificia Universidad Católica de Chile, Universidad de Chile`,
    language: 'spanish',
  },
  Colombia: {
    names: 'spanish 92, italian 4, english 2, german 2',
    places: `Bogotá/Bogotá, Medellín/Antioquia`,
    schools: `Universidad de los Andes, Universidad Nacional de Colombia`,
    language: 'spanish',
  },
  Uruguay: {
    names: 'spanish 72, italian 26, french 2',
    places: `Montevideo/Montevideo`,
    schools: `Universidad de la República, Universidad ORT Uruguay`,
    language: 'spanish',
  },
  Brazil: {
    names: 'portuguese 86, italian 7, german 3, japanese 3, arabic 1',
    places: `São Paulo/São Paulo, Rio de Janeiro/Rio de Janeiro, Belo Horizonte/Minas Gerais, Curitiba/Paraná,
      Florianópolis/Santa Catarina, Recife/Pernambuco`,
    schools: `University of São Paulo, Unicamp, Universidade Federal do Rio de Janeiro, Fundação Getulio Vargas, PUC-Rio`,
    language: 'portuguese',
  },
  Turkey: {
    names: 'turkish 98, german 2',
    places: `Istanbul/Istanbul, Ankara/Ankara, Izmir/Izmir`,
    schools: `Boğaziçi University, Middle East Technical University, Koç University, Istanbul Technical University`,
  },
  Israel: {
    names: 'hebrew 86, arabic 6, english 4, ukrainian 2, french 2',
    places: `Tel Aviv/Tel Aviv District, Haifa/Haifa District, Jerusalem/Jerusalem District`,
    schools: `Technion, Tel Aviv University, Hebrew University of Jerusalem`,
  },
  'United Arab Emirates': {
    names: 'arabic 55, indian 30, english 8, french 3, kenyan 2, malay 2',
    places: `Dubai/Dubai, Abu Dhabi/Abu Dhabi`,
    schools: `American University of Sharjah, Khalifa University, University of Delhi`,
  },
  'Saudi Arabia': {
    names: 'arabic 84, indian 10, english 3, malay 3',
    places: `Riyadh/Riyadh, Jeddah/Makkah, Dhahran/Eastern Province`,
    schools: `King Fahd University of Petroleum and Minerals, King Saud University`,
  },
  Qatar: {
    names: 'arabic 55, indian 30, english 8, french 3, kenyan 2, malay 2',
    places: `Doha/Doha`,
    schools: `Qatar University, American University of Beirut`,
  },
  Egypt: {
    names: 'arabic 97, french 2, english 1',
    places: `Cairo/Cairo, Alexandria/Alexandria`,
    schools: `Cairo University, Ain Shams University, American University in Cairo`,
  },
  Morocco: {
    names: 'arabic 92, french 8',
    places: `Casablanca/Casablanca-Settat, Rabat/Rabat-Salé-Kénitra`,
    schools: `Université Mohammed V, École Mohammadia d'Ingénieurs`,
    language: 'french',
  },
  Nigeria: {
    names: 'westAfrican 98, english 2',
    places: `Lagos/Lagos, Abuja/Federal Capital Territory, Ibadan/Oyo`,
    schools: `University of Lagos, University of Ibadan, Obafemi Awolowo University`,
  },
  Kenya: {
    names: 'kenyan 92, indian 5, english 3',
    places: `Nairobi/Nairobi County, Mombasa/Mombasa County`,
    schools: `University of Nairobi, Strathmore University`,
  },
  'South Africa': {
    names: 'southernAfrican 66, english 18, indian 10, dutch 6',
    places: `Johannesburg/Gauteng, Cape Town/Western Cape, Durban/KwaZulu-Natal`,
    schools: `University of Cape Town, University of the Witwatersrand, Stellenbosch University, University of Pretoria`,
  },
  India: {
    names: 'indian 97, english 2, arabic 1',
    places: `Bengaluru/Karnataka, Mumbai/Maharashtra, Pune/Maharashtra, Hyderabad/Telangana, Chennai/Tamil Nadu,
      Gurugram/Haryana`,
    schools: `Indian Institute of Technology Bombay, University of Delhi, Anna University, University of Mumbai,
      BITS Pilani`,
  },
  China: {
    names: 'chinese 98, english 1, german 1',
    places: `Shanghai/Shanghai, Beijing/Beijing, Shenzhen/Guangdong, Hangzhou/Zhejiang`,
    schools: `Tsinghua University, Peking University, Zhejiang University, Fudan University,
      Shanghai Jiao Tong University`,
  },
  'Hong Kong': {
    names: 'chinese 88, english 8, indian 4',
    places: `Hong Kong/Hong Kong`,
    schools: `University of Hong Kong, Hong Kong University of Science and Technology`,
  },
  Taiwan: {
    names: 'chinese 98, english 2',
    places: `Taipei/Taipei, Hsinchu/Hsinchu, Taichung/Taichung`,
    schools: `National Taiwan University, National Tsing Hua University, National Yang Ming Chiao Tung University`,
  },
  Singapore: {
    names: 'chinese 58, malay 15, indian 17, english 6, vietnamese 2, french 2',
    places: `Singapore/Singapore`,
    schools: `National University of Singapore, Nanyang Technological University, Singapore Management University`,
  },
  Japan: {
    names: 'japanese 95, english 2, chinese 3',
    places: `Tokyo/Tokyo, Osaka/Osaka, Nagoya/Aichi, Yokohama/Kanagawa, Kyoto/Kyoto`,
    schools: `University of Tokyo, Kyoto University, Keio University, Waseda University, Osaka University`,
  },
  'South Korea': {
    names: 'korean 98, english 2',
    places: `Seoul/Seoul, Seongnam/Gyeonggi, Suwon/Gyeonggi, Busan/Busan`,
    schools: `Seoul National University, KAIST, Korea University, Yonsei University`,
  },
  Vietnam: {
    names: 'vietnamese 98, english 2',
    places: `Hanoi/Hanoi, Ho Chi Minh City/Ho Chi Minh City`,
    schools: `Hanoi University of Science and Technology, Vietnam National University`,
  },
  Indonesia: {
    names: 'malay 96, chinese 4',
    places: `Jakarta/Jakarta, Bandung/West Java`,
    schools: `Universitas Indonesia, Institut Teknologi Bandung, Universitas Gadjah Mada`,
  },
  Malaysia: {
    names: 'malay 60, chinese 26, indian 14',
    places: `Kuala Lumpur/Kuala Lumpur, Penang/Penang`,
    schools: `Universiti Malaya, Universiti Teknologi Malaysia`,
  },
};
