import type { CountrySource } from './countries.js';

/** Europe's countries, as countries.ts reads them. */
export const europeanCountries: Readonly<Record<string, CountrySource>> = {
  'United Kingdom': {
    names:
      'english 70, indian 9, polish 3, westAfrican 4, italian 2, french 2, chinese 3, spanish 2, arabic 2, german 1, romanian 2',
    places: `London/England, Manchester/England, Bristol/England, Leeds/England, Edinburgh/Scotland, Glasgow/Scotland,
      Cardiff/Wales, Belfast/Northern Ireland, Birmingham/England`,
    schools: `University of Cambridge, University of Oxford, Imperial College London, University of Manchester,
      University of Edinburgh, University of Bristol, University of Leeds, Cardiff University,
      University of Warwick, Queen's University Belfast`,
  },
  Ireland: {
    names: 'english 76, polish 6, indian 6, spanish 4, portuguese 4, italian 2, french 2',
    places: `Dublin/Leinster, Cork/Munster, Galway/Connacht, Limerick/Munster`,
    schools: `Trinity College Dublin, University College Dublin, University College Cork, University of Galway`,
  },
  Germany: {
    names: 'german 76, turkish 8, polish 4, italian 2, spanish 2, indian 3, ukrainian 2, french 1, arabic 2',
    places: `Berlin/Berlin, Munich/Bavaria, Hamburg/Hamburg, Cologne/North Rhine-Westphalia, Frankfurt am Main/Hesse,
      Stuttgart/Baden-Württemberg, Leipzig/Saxony, Nuremberg/Bavaria`,
    schools: `Technical University of Munich, RWTH Aachen, Universität Heidelberg, Technische Universität Berlin,
      Universität zu Köln, Karlsruher Institut für Technologie, Universität Mannheim, Universität Hamburg,
      Technische Universität Dresden`,
    language: 'german',
  },
  Austria: {
    names: 'german 84, turkish 5, hungarian 4, romanian 3, italian 2, czech 2',
    places: `Vienna/Vienna, Salzburg/Salzburg, Graz/Styria, Linz/Upper Austria`,
    schools: `Universität Wien, Technische Universität Wien, Wirtschaftsuniversität Wien, Technische Universität Graz`,
    language: 'german',
  },
  Switzerland: {
    names: 'german 52, french 24, italian 12, spanish 4, portuguese 3, english 3, polish 2',
    places: `Zurich/Zurich, Geneva/Geneva, Basel/Basel-Stadt, Lausanne/Vaud, Bern/Bern, Zug/Zug`,
    schools: `ETH Zurich, Universität Zürich, EPFL, Universität St. Gallen, Université de Genève`,
    language: 'german',
  },
  France: {
    names: 'french 84, arabic 6, portuguese 3, spanish 2, italian 2, polish 1, vietnamese 1, westAfrican 1',
    places: `Paris/Île-de-France, Lyon/Auvergne-Rhône-Alpes, Toulouse/Occitanie, Nantes/Pays de la Loire,
      Bordeaux/Nouvelle-Aquitaine, Lille/Hauts-de-France, Grenoble/Auvergne-Rhône-Alpes`,
    schools: `École polytechnique, Sorbonne Université, HEC Paris, INSA Lyon, CentraleSupélec, Université de Bordeaux,
      Sciences Po, Université de Lille, EDHEC Business School`,
    language: 'french',
  },
  Belgium: {
    names: 'dutch 58, french 32, italian 5, arabic 3, turkish 2',
    places: `Brussels/Brussels, Leuven/Flemish Brabant, Ghent/East Flanders, Liège/Liège`,
    schools: `KU Leuven, Université catholique de Louvain, Universiteit Gent, Université libre de Bruxelles`,
  },
  Netherlands: {
    names: 'dutch 78, turkish 4, arabic 4, german 3, english 3, indian 4, spanish 2, polish 2',
    places: `Amsterdam/North Holland, Utrecht/Utrecht, Rotterdam/South Holland, Eindhoven/North Brabant,
      The Hague/South Holland`,
    schools: `Delft University of Technology, University of Amsterdam, Eindhoven University of Technology,
      Erasmus University Rotterdam, Utrecht University`,
  },
  Spain: {
    names: 'spanish 92, italian 4, english 2, german 2, french 2',
    places: `Madrid/Community of Madrid, Barcelona/Catalonia, Valencia/Valencian Community, Bilbao/Basque Country,
      Seville/Andalusia`,
    schools: `Universidad Complutense de Madrid, Universitat de Barcelona, Universidad de Sevilla, Universidad de Deusto`,
    language: 'spanish',
  },
  Portugal: {
    names: 'portuguese 94, spanish 3, english 2, french 1',
    places: `Lisbon/Lisbon, Porto/Porto, Coimbra/Coimbra`,
    schools: `Universidade de Lisboa, Universidade do Porto, Universidade de Coimbra`,
    language: 'portuguese',
  },
  Italy: {
    names: 'italian 94, french 2, german 2, romanian 2',
    places: `Milan/Lombardy, Rome/Lazio, Turin/Piedmont, Bologna/Emilia-Romagna`,
    schools: `Politecnico di Milano, Università Bocconi, Sapienza Università di Roma, Università di Bologna,
      Politecnico di Torino`,
    language: 'italian',
  },
  Sweden: {
    names: 'swedish 84, finnish 4, arabic 4, danish 3, polish 2, indian 3',
    places: `Stockholm/Stockholm County, Gothenburg/Västra Götaland, Malmö/Skåne`,
    schools: `KTH Royal Institute of Technology, Chalmers University of Technology, Lund University, Uppsala University`,
  },
  Norway: {
    names: 'danish 86, swedish 5, polish 4, english 3, vietnamese 2',
    places: `Oslo/Oslo, Bergen/Vestland, Trondheim/Trøndelag, Stavanger/Rogaland`,
    schools: `NTNU, University of Oslo, BI Norwegian Business School`,
  },
  Denmark: {
    names: 'danish 88, swedish 3, german 4, turkish 2, polish 3',
    places: `Copenhagen/Capital Region, Aarhus/Central Denmark Region, Odense/Region of Southern Denmark`,
    schools: `Technical University of Denmark, Copenhagen Business School, Aarhus University`,
  },
  Finland: {
    names: 'finnish 86, swedish 9, baltic 2, indian 3',
    places: `Helsinki/Uusimaa, Espoo/Uusimaa, Tampere/Pirkanmaa, Oulu/North Ostrobothnia`,
    schools: `Aalto University, University of Helsinki, Tampere University, University of Oulu`,
  },
  Iceland: {
    names: 'icelandic 94, danish 4, polish 2',
    places: `Reykjavík/Capital Region`,
    schools: `University of Iceland, Reykjavík University`,
  },
  Poland: {
    names: 'polish 93, ukrainian 5, english 2',
    places: `Warsaw/Masovia, Kraków/Lesser Poland, Wrocław/Lower Silesia, Poznań/Greater Poland, Gdańsk/Pomerania`,
    schools: `University of Warsaw, Warsaw University of Technology, AGH University of Kraków,
      Poznań University of Technology`,
  },
  Czechia: {
    names: 'czech 90, ukrainian 5, german 3, english 2',
    places: `Prague/Prague, Brno/South Moravia, Mladá Boleslav/Central Bohemia`,
    schools: `Charles University, Czech Technical University in Prague, Masaryk University`,
  },
  Lithuania: {
    names: 'baltic 92, polish 6, ukrainian 2',
    places: `Vilnius/Vilnius County, Kaunas/Kaunas County`,
    schools: `Vilnius University, Kaunas University of Technology`,
  },
  Estonia: {
    names: 'baltic 86, finnish 8, ukrainian 6',
    places: `Tallinn/Harju County, Tartu/Tartu County`,
    schools: `University of Tartu, Tallinn University of Technology`,
  },
  Romania: {
    names: 'romanian 95, hungarian 5',
    places: `Bucharest/Bucharest, Cluj-Napoca/Cluj, Iași/Iași`,
    schools: `Politehnica University of Bucharest, Babeș-Bolyai University`,
  },
  Hungary: {
    names: 'hungarian 96, german 4',
    places: `Budapest/Budapest, Debrecen/Hajdú-Bihar`,
    schools: `Eötvös Loránd University, Budapest University of Technology and Economics`,
  },
  Ukraine: {
    names: 'ukrainian 97, polish 3',
    places: `Kyiv/Kyiv, Lviv/Lviv`,
    schools: `Taras Shevchenko National University of Kyiv, Lviv Polytechnic`,
  },
};
