/** Without leading zeros: some read them as octal, and whoever compares addresses takes none. */
const OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const V4 = new RegExp(`^${OCTET}(\\.${OCTET}){3}$`);

/** Groups of hex, at most one `::`, an IPv4 tail where it stands for the last two. */
function isV6(text: string): boolean {
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !text.includes(":")) return false;
  const halves = text.split("::");
  // An IPv4 tail is a tail: nothing is left out behind it.
  if (halves.length > 2 || (halves[1] === "" && halves[0]!.includes("."))) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const tail = groups.at(-1) ?? "";
  const size = groups.length + (V4.test(tail) ? 1 : 0);
  const wellFormed = groups.every((group, place) =>
    place === groups.length - 1 && V4.test(group) ? true : /^[\da-f]{1,4}$/i.test(group),
  );
  return wellFormed && (halves.length === 2 ? size < 8 : size === 8);
}

/** An address, or a range with its prefix: the page and the server agree on what one is. */
export function isIP(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  if (rest.length > 0) return false;
  const most = V4.test(address) ? 32 : isV6(address) ? 128 : 0;
  if (most === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= most);
}
