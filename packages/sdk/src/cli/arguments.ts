/** The command was not understood; the text says how it is meant. */
export class Usage extends Error {
  override name = "Usage";
}

export type Arguments = { words: string[]; flags: ReadonlyMap<string, string>; switches: ReadonlySet<string> };

/** `pay withdrawal --amount "100 USD" --wait`: words, values and switches. */
export function readArguments(
  given: readonly string[],
  known: { values: readonly string[]; switches: readonly string[] },
): Arguments {
  const words: string[] = [];
  const flags = new Map<string, string>();
  const switches = new Set<string>();
  for (let at = 0; at < given.length; at++) {
    const part = given[at]!;
    if (!part.startsWith("--")) {
      words.push(part);
      continue;
    }
    const [name = "", ...rest] = part.slice(2).split("=");
    if (known.switches.includes(name)) switches.add(name);
    else if (known.values.includes(name)) {
      const value = rest.length > 0 ? rest.join("=") : given[++at];
      if (value === undefined) throw new Usage(`--${name} 后面要有值`);
      flags.set(name, value);
    } else throw new Usage(`不认识 --${name}`);
  }
  return { words, flags, switches };
}

/** `100.00 USD` or `USD 100.00`. */
export function readMoney(text: string | undefined): { currency: string; amount: string } {
  const [, before, amount, after] = /^\s*([A-Z]{3})?\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})?\s*$/.exec(text ?? "") ?? [];
  const currency = before ?? after;
  if (amount === undefined || currency === undefined) throw new Usage('请写明金额和币种，例如 --amount "100.00 USD"');
  return { currency, amount };
}

/** An object as the operations take it. */
export function readJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new Usage(`这里要写 JSON，例如 '{"pageSize":10}'，看不懂：${text}`);
  }
}
