/** Two similar full names that belong to two persons, and what distinguishes them. */
export interface AlikePersons {
  readonly stored: string;
  readonly searched: string;
  readonly why: string;
}

function apart(why: string, pairs: string): AlikePersons[] {
  return pairs
    .trim()
    .split('\n')
    .map((line) => {
      const [stored = '', searched = ''] = line.split('|').map((name) => name.trim());
      return { stored, searched, why };
    });
}

/** Pairs of persons who may be colleagues at one employer. A search for one of them must not match the other. */
export const alikePersons: readonly AlikePersons[] = [
  ...apart(
    'relatives with one family name',
    `
    Robert Halvorsen | Richard Halvorsen
    Anna Lindqvist | Arne Lindqvist
    Giorgio Benetton | Gilberto Benetton
    Rami Makhlouf | Ihab Makhlouf
    Boris Vekselberg | Viktor Vekselberg
    Nikolai Yakunin | Vladimir Yakunin
    Ji-eun Kwak | Ji-won Kwak
    Priya Raghunathan | Priti Raghunathan
    Fernando Quintana | Fermín Quintana
    Hedwig Brockmann | Helga Brockmann
    Martin Sedláček | Marek Sedláček
    Ahmad Al-Ghamdi | Anwar Al-Ghamdi
    `,
  ),
  ...apart(
    'given names one letter apart',
    `
    Jan Novotný | Jana Novotný
    Maria Bellini | Mario Bellini
    Daniel Hofer | Daniela Hofer
    Paul Seidler | Paula Seidler
    Julia Brandt | Julian Brandt
    Simon Leclerc | Simone Leclerc
    Gabriel Moretti | Gabriela Moretti
    Christian Vogel | Christina Vogel
    Christine Vogel | Christina Vogel
    Eric Sandoval | Erin Sandoval
    Mark Sullivan | Mary Sullivan
    Joan Fletcher | John Fletcher
    Arun Chatterjee | Varun Chatterjee
    Rohit Malhotra | Mohit Malhotra
    Yuki Nakamura | Yuka Nakamura
    Takeshi Ishikawa | Takashi Ishikawa
    Lena Petersohn | Lina Petersohn
    Marta Kowalczyk | Maria Kowalczyk
    Samir Haddad | Samira Haddad
    Amin Mansouri | Amina Mansouri
    Karin Ekström | Karim Ekström
    Andrea Conti | Andreas Conti
    Alexander Smirnov | Alexandra Smirnov
    Michel Fontaine | Michèle Fontaine
    `,
  ),
  ...apart(
    'other middle names',
    `
    John Adam Harrington | John Brian Harrington
    John A. Harrington | John B. Harrington
    Eric A. Wendt | Eric J. Wendt
    Rustam Ibrahimovich Gadzhiev | Rustam Magomedovich Gadzhiev
    Sergey Viktorovich Belov | Sergey Ivanovich Belov
    Мария Ивановна Соколова | Мария Петровна Соколова
    Abdullah Ahmed al-Hakim | Abdullah Yahya al-Hakim
    Habib ben Mohamed al-Loubiri | Habib ben Ahmed al-Loubiri
    Abdul Kabir Abdul Jan | Abdul Kabir Mohammad Jan
    Sayed Mohammad Abdul Agha | Sayed Mohammad Azim Agha
    Hans Peter Kessler | Hans Werner Kessler
    Anna-Maria Rossetti | Anna-Lena Rossetti
    Jean-Pierre Dumont | Jean-Claude Dumont
    María José Cabrera | María Luisa Cabrera
    Trần Văn Hùng | Trần Minh Hùng
    Mahmood Ahmed Bashiruddin | Mahmood Sultan Bashiruddin
    `,
  ),
  ...apart(
    'two generations',
    `
    John Whitfield Sr. | John Whitfield Jr.
    John Whitfield Jr. | John Whitfield III
    William Carrington II | William Carrington III
    Pedro Almeida Senior | Pedro Almeida Junior
    Mohammad Barzan Ibrahim Hasan | Barzan Ibrahim Hasan
    Salman bin Muhammad al-Rawi | Muhammad bin Salman al-Rawi
    Abdullah bin Omar al-Jaber | Omar bin Abdullah al-Jaber
    Ivan Petrovich Orlov | Pyotr Ivanovich Orlov
    Hans Peter Ziegenhagen | Peter Ziegenhagen
    Hassan Ali Farouk | Ali Farouk
    `,
  ),
  ...apart(
    'other syllables of a Chinese, Korean or Vietnamese name',
    `
    Xiaoming Wang | Xiaomin Wang
    Wang Xiaoming | Wang Xiaomin
    Xiaohong Deng | Xiaodong Deng
    Zhang Wei | Zhang Wen
    Li Na | Li Nan
    Chen Jing | Cheng Jing
    Wei Chen | Wei Chan
    Wei Wang | Wei Wong
    Li Xu | Li Xue
    Minjun Kim | Minjung Kim
    Kim Jong-un | Kim Jong-il
    Kim Yong-chol | Kim Yong-chun
    Choe Ryong-hae | Choe Kyong-song
    Hyun-woo Park | Hyun-joo Park
    Seo-yeon Choi | Seo-yun Choi
    Min-ho Kim | Min Kim
    Xiao-Ming Liu | Xiao Liu
    Nguyễn Thị Lan | Nguyễn Thị Lam
    Trang Pham | Tran Pham
    习近平 | 习近朋
    이재명 | 이재형
    高市早苗 | 高石早苗
    `,
  ),
  ...apart(
    'another second family name',
    `
    Ana García Márquez | Ana García López
    Ana García López | Ana López Ruiz
    José Luis Torres Vega | José Luis Torres Ríos
    María Fernández Soto | María Fernández Prieto
    João Silva Santos | João Silva Pereira
    Luiz Inácio Lula da Silva | Luiz Inácio Lula da Souza
    Anna Smith-Jones | Anna Smith-Brown
    Angelo Ramírez de Guzmán | Angelo Ramírez Trinidad
    Claudia Ortiz Herrera | Claudia Ortiz Navarro
    Izzat Ibrahim al-Mosuli | Izzat Ibrahim al-Duri
    Barzan Ibrahim Hassan al-Mosuli | Barzan Ibrahim Hassan al-Tikriti
    `,
  ),
  ...apart(
    'family names that differ',
    `
    Anna Meier | Anna Meyer
    Erik Hansen | Erik Jensen
    Erik Andersen | Erik Anderson
    Karl Schmidt | Karl Schmitz
    Peter Miller | Peter Müller
    Tom Brown | Tom Browne
    Tom Roberts | Tom Robert
    Ivan Ivanov | Ivan Ivanova
    Jan Kowalski | Jan Kowalska
    Eleni Papadopoulos | Eleni Papadopoulou
    Mark Zuckermann | Mark Zuckerberg
    Olaf Schulz | Olaf Scholz
    Friedrich Lindenberg | Friedrich Lindemann
    Luís Monteiro | Luís Montenegro
    Cristiano Ronaldinho | Cristiano Ronaldo
    Hugo Chacón | Hugo Chávez
    Iliana Iordanova | Iliana Iotova
    Halla Jónsdóttir | Halla Tómasdóttir
    Mohammad Iqbal Abdurrahim | Mohammad Iqbal Abdurrahman
    Indira Gokhale | Indira Gandhi
    Anna Kohl | Anna Kahl
    Jane Bauer | Jane Sauer
    `,
  ),
  ...apart(
    'nicknames and translations of other names',
    `
    Bob Falkner | Bill Falkner
    Andrew Falkner | Andreas Falkner
    Juan Carpenter | John Carpenter
    Jan Altmann | Hans Altmann
    Kathrin Altmann | Karin Altmann
    Leo Altmann | Leonie Altmann
    Hassan Darwish | Hussein Darwish
    Mikael Dahl | Mikaela Dahl
    `,
  ),
  ...apart(
    'exchanged given and family names that may be either',
    `
    James Thomas | Thomas James
    Martin Olivier | Olivier Martin
    Hassan Ali | Ali Hassan
    James Thomas | James Thomas Smithers
    `,
  ),
];
