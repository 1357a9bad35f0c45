/**
 * What the labelled set knows of spelling. Nothing here is taken from the service: a benchmark that shared its tables
 * would only show that the service agrees with itself.
 */

const LONE_LETTERS = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ı: 'i' };

/** Without marks on letters; case stays. */
export function withoutMarks(text) {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđæœðþı]/gi, (letter) => {
      const plain = LONE_LETTERS[letter.toLowerCase()];
      return letter === letter.toLowerCase() ? plain : plain[0].toUpperCase() + plain.slice(1);
    });
}

/** For comparing names: lower case, no marks, single spaces. */
export function folded(text) {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** How many letters have to be changed, added, left out or swapped with their neighbour. */
export function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const substituted = rows[row - 1][column - 1] + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(substituted, rows[row - 1][column] + 1, rows[row][column - 1] + 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, rows[row - 2][column - 2] + 1);
      rows[row].push(best);
    }
  }
  return rows[a.length][b.length];
}

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Letters whose keys touch a letter's key. */
function neighbours(letter) {
  const row = KEYBOARD.findIndex((keys) => keys.includes(letter));
  const column = KEYBOARD[row].indexOf(letter);
  const near = [
    [row, column - 1],
    [row, column + 1],
    [row - 1, column],
    [row - 1, column + 1],
    [row + 1, column - 1],
    [row + 1, column],
  ];
  return near.map(([r, c]) => KEYBOARD[r]?.[c]).filter((key) => key !== undefined);
}

const TYPOS = {
  substitution: {
    share: 30,
    apply: (random, word, at) => spliced(word, at, 1, random.pick(neighbours(word[at].toLowerCase()))),
  },
  transposition: { share: 25, apply: (_, word, at) => spliced(word, at, 2, word[at + 1] + word[at]) },
  omission: { share: 25, apply: (_, word, at) => spliced(word, at, 1, '') },
  doubling: { share: 12, apply: (_, word, at) => spliced(word, at, 1, word[at] + word[at]) },
  insertion: {
    share: 8,
    apply: (random, word, at) => spliced(word, at, 1, word[at] + random.pick(neighbours(word[at].toLowerCase()))),
  },
};

/**
 * One slip of the finger in a name, seldom at its first letter; null where the name is too short for anybody to tell, or
 * not in Latin letters.
 */
export function withTypo(random, name) {
  const places = [...name].flatMap((letter, index) =>
    /[a-z]/i.test(letter) && /[a-z]/i.test(name[index + 1] ?? '') ? [index] : [],
  );
  if (places.length < 3) return null;
  const shares = Object.fromEntries(Object.entries(TYPOS).map(([kind, { share }]) => [kind, share]));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const at = random.chance(0.1) ? places[0] : random.pick(places.slice(1));
    const slipped = TYPOS[random.weighted(shares)].apply(random, name, at);
    if (slipped.toLowerCase() !== name.toLowerCase()) return slipped;
  }
  return null;
}

function spliced(word, at, length, text) {
  return word.slice(0, at) + text + word.slice(at + length);
}

/** Names and what people with them are called, from common knowledge. */
const NICKNAMES = `
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

const pairs = NICKNAMES.trim()
  .split(/,\s*/)
  .map((pair) => pair.trim().split(' '))
  .map(([name, nickname]) => [name.replace('_', ' '), nickname]);

/** What somebody of this given name may be called; empty where nothing is usual. */
export function nicknamesOf(name) {
  return pairs.filter(([formal]) => formal === name).map(([, nickname]) => nickname);
}

/** Whether two given names may be one person's: the same but for slips, short for one another, or calling names. */
export function mayBeOneGivenName(a, b) {
  const [one, other] = [folded(a), folded(b)];
  if (one === '' || other === '' || distance(one, other) <= 2) return true;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  if (one.split(' ').some((word) => other.split(' ').includes(word))) return true;
  const called = (name) => [
    name,
    ...pairs.flatMap(([formal, nickname]) =>
      folded(formal) === name ? [folded(nickname)] : folded(nickname) === name ? [folded(formal)] : [],
    ),
  ];
  const others = new Set(called(other).flatMap(called));
  return called(one)
    .flatMap(called)
    .some((name) => others.has(name));
}
