/** Two names that are similar and belong to different companies. */
export interface AlikeCompanies {
  readonly stored: string;
  readonly searched: string;
  readonly why: string;
}

/** Pairs of names, by the reason why they belong to two companies. Each line has the stored name and the searched name. */
const pairsByReason: Readonly<Record<string, string>> = {
  'funds and trusts of other numerals or years': `
    Halden Growth Fund I L.P. | Halden Growth Fund II L.P.
    Merriwick Capital Partners VII L.P. | Merriwick Capital Partners VIII L.P.
    Osterley Infrastructure Fund IV | Osterley Infrastructure Fund VI
    Brandholm Credit Opportunities Fund 3 | Brandholm Credit Opportunities Fund III-A
    Calder Ridge Real Estate Income Trust V | Calder Ridge Real Estate Income Trust X
    Tamsin Mortgage Loan Trust 2006-1 | Tamsin Mortgage Loan Trust 2006-2
    Tamsin Auto Receivables Trust 2019-A | Tamsin Auto Receivables Trust 2019-B
    Tamsin Student Loan Trust 2011 | Tamsin Student Loan Trust 2012
    Pinecrest Equipment Leasing Fund Eleven | Pinecrest Equipment Leasing Fund Twelve
    Lindqvist Ventures 2018 LP | Lindqvist Ventures 2019 LP
    Harrow Vale Offshore Fund Ltd. | Harrow Vale Offshore Fund II Ltd.
    Quentin Target Retirement 2030 Fund | Quentin Target Retirement 2035 Fund
    Ashcombe Acquisition Corp. II | Ashcombe Acquisition Corp. III
    Norrland Solar Series 14 LLC | Norrland Solar Series 41 LLC
  `,
  'numbered companies': `
    1018463 Ontario Inc. | 1018643 Ontario Inc.
    Studio 54 Holdings | Studio 45 Holdings
    Brigade Forty-Four | Brigade Forty-Five
    School No. 12 | School No. 21
    Pump Station Three Ltd | Pump Station Four Ltd
    Channel 4 Television | Channel 5 Television
    Radio Nova 101 | Radio Nova 107
    Hospital District 9 | Hospital District 19
    Motel 6 | Super 8 Motel
    First Republic Savings | Second Republic Savings
    Third Street Partners | Thirteenth Street Partners
    Seven Oaks Capital | Eleven Oaks Capital
  `,
  'companies of a group in other countries': `
    Vestermark Nederland B.V. | Vestermark Belgium B.V.
    Grupo Alcantara México S.A. de C.V. | Grupo Alcantara Chile S.A.
    Banco Solmar S.A. | Banco Solmar Argentina S.A.
    Kessler Pumps (Ireland) Ltd | Kessler Pumps (Iceland) Ltd
    Oakhurst Bank Limited | Oakhurst Bank (Hong Kong) Limited
    Bramwell Tools (India) Pvt. Ltd. | Bramwell Tools Ltd.
    Kessler Pumps (Hong Kong) Limited | Kessler Pumps (Singapore) Pte. Ltd.
    Torvald Deutschland GmbH | Torvald Österreich GmbH
    Torvald Polska Sp. z o.o. | Torvald Česko s.r.o.
    Mirabel Foods Austria | Mirabel Foods Australia
    Mirabel Foods Slovakia | Mirabel Foods Slovenia
    Orbis Shipping Niger | Orbis Shipping Nigeria
    Orbis Minerals Gambia | Orbis Minerals Zambia
    Lumen Telecom Mali | Lumen Telecom Malawi
    Sekai Trading Japan K.K. | Sekai Trading Korea Co., Ltd.
    Pontos Maritime Mauritius | Pontos Maritime Mauritania
    Aldebaran Software UK Ltd | Aldebaran Software US Inc.
    Northbridge Guinea | Northbridge Guyana
    Corvina Dominica | Corvina Dominicana
  `,
  'regions and directions': `
    North Harbour Ferries | South Harbour Ferries
    Eastern Plains Bank | Western Plains Bank
    Northern Counties Water | Southern Counties Water
    East Lancashire Health Trust | West Lancashire Health Trust
    Upper Rhine Logistics | Lower Rhine Logistics
    Carolina Cotton Mills | California Cotton Mills
    Virginia Pipeline Company | West Virginia Pipeline Company
    Shanxi Coal Transport | Shaanxi Coal Transport
    Henan Machinery Works | Hunan Machinery Works
    Hubei Steel Tube | Hebei Steel Tube
    Guangdong Textile Import | Guangxi Textile Import
    Sussex Building Society | Essex Building Society
    Kansas Rail Freight | Arkansas Rail Freight
    Dallas Road Builders | Phoenix Road Builders
  `,
  'banks and insurers of places': `
    Bank of Norwell | Bank of Orwell
    Bank of China | China Bank
    Industrial and Commercial Bank of Chad | Industrial and Commercial Bank of China
    National Bank of Kuwait | National Bank of Qatar
    First National Bank of Ames | First National Bank of Dumas
    Savings Bank of Walpole | Savings Bank of Walton
    Mercantile Bank of Texas | Mercantile Trust of Texas
    Landesbank Berlin | Landesbank Bremen
    Sparkasse Hagen | Sparkasse Hamm
    Credit Union of Denver | Credit Union of Dover
    Sumida Trust Bank | Sumida Banking Corporation
    State Insurance Company of Ohio | State Assurance Company of Ohio
  `,
  'other branches of one founder': `
    Marlowe Shipping Ltd | Marlowe Shopping Ltd
    Marlowe Trading | Marlowe Training
    Delmar Air Lines | Delmar Electronics
    General Motors | General Mills
    Hartwell Systems | Hartwell Industries
    China State Construction Equipment | China State Construction Engineering
    China Rail Constructors Corporation | China Rail Construction Corporation
    Fairmont Building Supplies | Fairmont Boiler Supplies
    Pembroke Cleaning Services | Pembroke Clearing Services
    Unitedhealth Plans | Unitedwealth Plans
    Wexford Trucking | Wexford Tracking
    Larkspur Dental Group | Larkspur Rental Group
    Sandoval Energy Ltd | Sandoval Energy Services Ltd
    Ostrava Motors | Ostrava Motorsport
    Bluewater Marine | Bluewater Marina
    Tolland Packing Company | Tolland Parking Company
    Redfern Milling | Redfern Mining
    Hollis Painting | Hollis Printing
    Sutter Medical Devices | Sutter Metal Devices
    Ironbridge Heating | Ironbridge Healing
    Greenway Farming | Greenway Framing
    Castle Rock Brewing | Castle Rock Breeding
    Silverline Casting | Silverline Coating
    Zephyr Wind Power | Zephyr Wine Power
    Belmont Capital Ltd | Belmont Capital Management Ltd
    Corliss Holdings | Corliss Group
  `,
  'names one letter apart': `
    Nokia | Nokian
    Intel | Inter
    Roche | Rocher
    Continental | Continentale
    Metro AG | Retro AG
    Norton Instruments | Morton Instruments
    Dalton Furniture | Walton Furniture
    Harris Marine Paint | Morris Marine Paint
    Johnson Controls | Johnston Controls
    Anderson Windows | Andersen Windows
    Larsen Freight | Larson Freight
    Bosch Tools | Busch Tools
    Bayer Chemie | Beyer Chemie
    BD plc | BP plc
    LXC Aviation | LXR Aviation
    KLM Cargo | KLP Cargo
    Sigma Health Plans | Cigna Health Plans
    Puffin Trust | Puccini Trust
    Sparkles Cosmetics | Sporks Cosmetics
    Danone Waters | Danona Waters
    Vanta Security | Manta Security
    Ridgeway Partners | Bridgeway Partners
    Heritage Foods | Hermitage Foods
    Fujian Copper | Fiji Copper
    Stellar Optics | Cellar Optics
  `,
  'schools, hospitals and parishes': `
    St. Mary's Hospital | St. Mark's Hospital
    Saint John Academy | Saint Joan Academy
    St. Peter School | St. Paul School
    University of Miami | Miami University
    University of Washington | Washington University
    York University | University of York
    University of Newcastle | Newcastle University
    Our Lady of Lourdes Clinic | Our Lady of Fatima Clinic
    Northeastern University | Northwestern University
    Trinity College Oxford | Trinity College Cambridge
    Lincoln High School | Lincoln Middle School
  `,
  'shorter forms of other names': `
    Halvorsen Marine Motors | Halvorsen Marine Motorsport
    Tolland Train Services | Tolland Training Services
    Tolland Marine Services VI | Tolland Marine Services Virginia
    Brackwater Trading Group | Brackwater Trading Holding
    Group Brackwater Trading | Brackwater Trading Holding
    Kessler Pumps AG, Zug | Kessler Pumps AG, Bern
    Kessler Pumps AG Switzerland | Kessler Pumps AG
    Oakhurst Bank, Norwell | Oakhurst Bank
    Fenwright Motor Company of Canada | Fenwright Motor Company
    Fallowmere Corp. | Fallowmere AG
    Fallowmere Inc. | Fallowmere Oyj
    Snapwell Inc. | Snapwell-on Incorporated
  `,
  'legal forms of other kinds': `
    Merck & Co., Inc. | Merck KGaA
    Metrona Inc. | Metrona GmbH
    ANO Rodnik | OOO Rodnik
    Alba Pensions S.p.A. | Alba Pensions Kft.
    Fennimore Oy | Fennimore Pty Ltd
    Linden e.V. | Linden Inc.
  `,
};

export const alikeCompanies: readonly AlikeCompanies[] = Object.entries(pairsByReason).flatMap(([why, pairs]) =>
  pairs
    .trim()
    .split('\n')
    .map((line) => {
      const [stored = '', searched = ''] = line.trim().split(' | ');
      return { stored, searched, why };
    }),
);
