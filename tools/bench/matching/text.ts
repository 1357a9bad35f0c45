import { keysOf, memberOf, type Random } from '../../random.js';

// The rules by which the benchmark changes spellings. They are independent of the service, because a benchmark with the tables of the
// service would only show that the service agrees with itself.

const loneLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text without marks on its letters: "Müller" → "Muller", "Øre" → "Ore". */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđæœðþı]/gi, (letter) => {
      const plain = loneLetters[letter.toLowerCase()] ?? letter;
      return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
    });
}

/** A text in the form in which names are compared: "Jean-Luc  Müller" → "jean luc muller". */
export function folded(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The edit distance: how many letters must be changed, added, left out or swapped with their neighbour to get from `a` to `b`. */
export function distance(a: string, b: string): number {
  let [twoBefore, before]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substituted = memberOf(before, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const best = Math.min(substituted, memberOf(before, column) + 1, memberOf(current, column - 1) + 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwap ? Math.min(best, memberOf(twoBefore, column - 2) + 1) : best);
    }
    [twoBefore, before] = [before, current];
  }
  return memberOf(before, b.length);
}

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** For each letter, its neighbours on the keyboard. */
function neighbours(letter: string): string[] {
  const row = keyboard.findIndex((keys) => keys.includes(letter));
  const column = keyboard[row]?.indexOf(letter) ?? -1;
  const near: readonly (readonly [number, number])[] = [
    [row, column - 1],
    [row, column + 1],
    [row - 1, column],
    [row - 1, column + 1],
    [row + 1, column - 1],
    [row + 1, column],
  ];
  return near.map(([r, c]) => keyboard[r]?.[c]).filter((key) => key !== undefined);
}

interface Typo {
  /** The weight with which this kind of typing error is drawn. */
  readonly share: number;
  readonly apply: (random: Random, word: string, at: number) => string;
}

type TypoKind = 'substitution' | 'transposition' | 'omission' | 'doubling' | 'insertion';

const typos: Readonly<Record<TypoKind, Typo>> = {
  substitution: {
    share: 30,
    apply: (random, word, at) => spliced(word, at, 1, random.pick(neighbours(word.charAt(at).toLowerCase()))),
  },
  transposition: { share: 25, apply: (_, word, at) => spliced(word, at, 2, word.charAt(at + 1) + word.charAt(at)) },
  omission: { share: 25, apply: (_, word, at) => spliced(word, at, 1, '') },
  doubling: { share: 12, apply: (_, word, at) => spliced(word, at, 1, word.charAt(at) + word.charAt(at)) },
  insertion: {
    share: 8,
    apply: (random, word, at) =>
      spliced(word, at, 1, word.charAt(at) + random.pick(neighbours(word.charAt(at).toLowerCase()))),
  },
};

/** A name with one typing error, rarely at its first letter. Null if the name is too short or not in Latin letters. */
export function withTypo(random: Random, name: string): string | null {
  const indexes = Array.from(name).flatMap((letter, index) =>
    /[a-z]/i.test(letter) && /[a-z]/i.test(name[index + 1] ?? '') ? [index] : [],
  );
  if (indexes.length < 3) return null;
  const shares: Partial<Record<TypoKind, number>> = {};
  for (const kind of keysOf(typos)) shares[kind] = typos[kind].share;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const at = random.chance(0.1) ? memberOf(indexes, 0) : random.pick(indexes.slice(1));
    const slipped = typos[random.weighted(shares)].apply(random, name, at);
    if (slipped.toLowerCase() !== name.toLowerCase()) return slipped;
  }
  return null;
}

function spliced(word: string, at: number, length: number, text: string): string {
  return word.slice(0, at) + text + word.slice(at + length);
}

/** Pairs of a given name and a nickname, from common knowledge. */
const nicknames = `
  Alexander Alex, Alexandra Alex, Andrew Andy, Anthony Tony, Barbara Barb, Benjamin Ben, Bradley Brad, Catherine Cathy, Charles Charlie, Charles Chuck, Charlotte Lottie,
  Christina Tina, Christopher Chris, Daniel Dan, Daniel Danny, David Dave, Deborah Debbie, Douglas Doug, Edward Eddie, Edward Ted, Eleanor Nell, Elizabeth Beth, Elizabeth Liz,
  Frances Fran, Geoffrey Geoff, Gregory Greg, Harold Harry, Henry Hank, Jacqueline Jackie, Jacob Jake, James Jim, James Jimmy, Jeffrey Jeff, Jennifer Jenny, Jessica Jess,
  Jonathan Jon, Joseph Joe, Joshua Josh, Katherine Kate, Katherine Kathy, Kenneth Ken, Kimberly Kim, Lawrence Larry, Leonard Len, Margaret Maggie, Margaret Peggy, Matthew Matt,
  Megan Meg, Melissa Mel, Michael Mike, Michelle Shelly, Nathaniel Nate, Nicholas Nick, Pamela Pam, Patricia Patty, Patricia Trish, Patrick Pat, Peter Pete, Philip Phil,
  Rachel Rae, Raymond Ray, Rebecca Becky, Richard Dick, Richard Rick, Robert Bob, Robert Rob, Ronald Ron, Russell Russ, Samantha Sam, Samuel Sam, Stephanie Steph, Stephen Steve,
  Stuart Stu, Susan Sue, Teresa Terry, Theodore Ted, Thomas Tom, Timothy Tim, Victoria Vicky, Vincent Vince, Walter Walt, William Bill, William Will, Zachary Zack,
  Alejandro Álex, Francisco_Javier Javi, Guadalupe Lupe, Guillermo Memo, Ignacio Nacho, Enrique Quique, Mercedes Merche, Rafael Rafa, Francesco Franco, Giuseppe Beppe,
  Alessandro Ale, Vincenzo Enzo, Katharina Kathi, Matthias Matze, Sebastian Basti, Wolfgang Wolfi, Johannes Hannes, Susanne Susi, Gabriele Gabi, Ulrike Ulli, Małgorzata Gosia,
  Katarzyna Kasia, Krzysztof Krzysiek, Tomasz Tomek, Paweł Pawełek, Agnieszka Aga, Aleksandra Ola, Frédéric Fred, Stéphanie Steph, Maxime Max, Guilherme Gui, Eduardo Edu,
  Gustavo Guga, Hendrik Henk, Oleksandr Sasha, Mariia Masha`;

const pairs = nicknames
  .trim()
  .split(/,\s*/)
  .map((pair) => pair.trim().split(' '))
  .map(([name = '', nickname = '']) => ({ formal: name.replace('_', ' '), nickname }));

/** The nicknames of a given name. */
export function nicknamesOf(name: string): string[] {
  return pairs.filter(({ formal }) => formal === name).map(({ nickname }) => nickname);
}

/** Whether two given names may both mean one person: they differ only by typing errors, abbreviations or nicknames. */
export function mayBeOneGivenName(a: string, b: string): boolean {
  const [one, other] = [folded(a), folded(b)];
  if (one === '' || other === '' || distance(one, other) <= 2) return true;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  if (one.split(' ').some((word) => other.split(' ').includes(word))) return true;
  const called = (name: string): string[] => [
    name,
    ...pairs.flatMap(({ formal, nickname }) =>
      folded(formal) === name ? [folded(nickname)] : folded(nickname) === name ? [folded(formal)] : [],
    ),
  ];
  const others = new Set(called(other).flatMap(called));
  return called(one)
    .flatMap(called)
    .some((name) => others.has(name));
}
