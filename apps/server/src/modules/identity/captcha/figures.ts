/**
 * Figures people tell apart at a glance, however they are turned: outlines in a square from -16 to 16. None looks the same
 * after a quarter turn, so that a turn hides it from whoever compares pixels.
 */
export const FIGURES = [
  // Fish.
  "M-14 0C-8 -9 4 -9 9 0L15 -7V7L9 0C4 9 -8 9 -14 0Z",
  // Star.
  "M0 -14L4 -4.5L14 -4L6 2.5L9 13L0 7L-9 13L-6 2.5L-14 -4L-4 -4.5Z",
  // Moon.
  "M5 -13A13 13 0 1 0 13 6A11 11 0 0 1 5 -13Z",
  // Heart.
  "M0 12C-16 1 -13 -12 -5 -11C-2 -11 0 -8 0 -6C0 -8 2 -11 5 -11C13 -12 16 1 0 12Z",
  // Drop.
  "M0 -14C7 -4 10 0 10 5A10 10 0 0 1 -10 5C-10 0 -7 -4 0 -14Z",
  // Cloud.
  "M-9 9A6 6 0 0 1 -10 -3A8 8 0 0 1 4 -7A6.5 6.5 0 0 1 12 -1A5.5 5.5 0 0 1 10 9Z",
  // Bell.
  "M0 -13C7 -13 9 -7 9 0L12 7H4A4 4 0 0 1 -4 7H-12L-9 0C-9 -7 -7 -13 0 -13Z",
  // Cup.
  "M-12 -10H7V-7H10C16 -6 14 5 6 4C4 9 1 11 -3 11C-9 11 -12 6 -12 -10Z",
  // Umbrella.
  "M0 -13C9 -13 14 -6 14 1H2V9A5 5 0 0 1 -8 9H-4A1 1 0 0 0 -2 9V1H-14C-14 -6 -9 -13 0 -13Z",
  // Tree.
  "M0 -14L9 -3H5L12 7H3V13H-3V7H-12L-5 -3H-9Z",
  // Mushroom.
  "M-14 1C-14 -8 -7 -13 0 -13S14 -8 14 1H5L6 12H-6L-5 1Z",
  // Arrow.
  "M-13 -4H2V-12L14 0L2 12V4H-13Z",
  // Lightning.
  "M3 -14L-10 2H-1L-4 14L10 -3H1Z",
  // Crown.
  "M-13 9L-12 -9L-5 0L0 -12L5 0L12 -9L13 9Z",
  // Hourglass.
  "M-10 -13H10L2 0L10 13H-10L-2 0Z",
  // Cat.
  "M-11 -13L-5 -7H5L11 -13V2C11 9 6 12 0 12S-11 9 -11 2Z",
] as const;
