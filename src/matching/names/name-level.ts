/**
 * How much of a name's identity is left when two spellings of it differ in one way; 1 is the same name in another
 * dress. Differences multiply.
 */
export const NAME_LEVEL = {
  /** The asker leaves out a middle name or a generation that is stored: he saw no need of it. */
  leftOut: 0.995,
  /** A nickname that is written beside the name itself. */
  statedNickname: 0.98,
  /** The asker knows a middle name or a generation that is not stored. */
  notStored: 0.97,
  /** Romanised or spelled by another habit: Mueller and Muller, Sergei and Sergey, MacKay and McKay. */
  spelling: 0.96,
  /** Berg for van der Berg. */
  particleMissing: 0.96,
  nickname: 0.95,
  /** One of two family names. */
  oneOfTwoFamilyNames: 0.92,
  /** Van den Berg for van der Berg. */
  particleOther: 0.9,
  formerFamily: 0.9,
  /** J. Robert Oppenheimer and Robert Oppenheimer. */
  calledByMiddleName: 0.88,
  /** A single name that is all of the other name: Madonna and Madonna. */
  wholeSingleName: 0.88,
  typo: 0.86,
  givenInitial: 0.85,
  /** Other characters of the same sound: two names, or two ways to write one. */
  soundOnly: 0.7,
  /** Hans-Peter and Hans: mostly two people. */
  halfOfGivenName: 0.7,
  /** Hans Peter and Peter: often two people. */
  middleNameOnly: 0.6,
  /** Jane D. and Jane Doe. */
  familyInitial: 0.5,
  /** A single name that is one part of the other name. */
  singleName: 0.5,
  /** John Adam and John Brian. */
  otherMiddleName: 0.3,
} as const;

/**
 * Below this a part of a name is a guess. One part may be; when both are, the names are taken for different ones: an
 * initial and a misspelt family name fit too many people.
 */
export const SURE_PART = 0.89;
