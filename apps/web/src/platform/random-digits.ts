/** A number nobody has used: random digits, after the moment where one list holds many. */
export function randomDigits(length = 4, { withTime = false } = {}): string {
  const drawn = crypto.getRandomValues(new Uint32Array(length));
  const digits = Array.from(drawn, (value) => value % 10).join("");
  return withTime ? Date.now() + digits : digits;
}
