/** An element without its namespace: what it holds is either text or further elements. */
export type XmlNode = { name: string; text: string; children: XmlNode[]; attributes: Readonly<Record<string, string>> };

const MOST_CHARACTERS = 20_000_000;
const DEEPEST = 40;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(#x?[\da-fA-F]+|\w+);/g, (_whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? "";
    return String.fromCodePoint(Number(name[1] === "x" ? `0x${name.slice(2)}` : name.slice(1)));
  });
const TOKEN = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Enough XML for a bank's messages and no more: no document types, no entities of their own, bounded in size and depth. */
export function readXml(source: string): XmlNode {
  if (source.length > MOST_CHARACTERS || /<!(DOCTYPE|ENTITY)/i.test(source)) throw new Error("not a bank's message");
  const text = source
    .replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_whole, words: string) => escaped(words))
    .replaceAll(/<\?[^]*?\?>|<!--[^]*?-->/g, "")
    .trim();
  const root: XmlNode = { name: "", text: "", children: [], attributes: {} };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error("malformed message");
    const [, closes, name, attributes, empty, words] = found;
    const current = open.at(-1)!;
    if (words !== undefined) current.text += plain(words);
    else if (closes) {
      if (current.name !== name || open.length === 1) throw new Error("malformed message");
      open.pop();
    } else {
      const read = [...(attributes ?? "").matchAll(ATTRIBUTE)].map(([, key, value, other]) => [
        key!,
        plain(value ?? other!),
      ]);
      const node = {
        name: name!,
        text: "",
        children: [],
        attributes: Object.fromEntries(read) as XmlNode["attributes"],
      };
      current.children.push(node);
      if (!empty) open.push(node);
      if (open.length > DEEPEST) throw new Error("malformed message");
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error("malformed message");
  return root.children[0]!;
}

/** All elements on that way down, wherever it branches. */
export const along = (node: XmlNode, ...names: readonly string[]): XmlNode[] =>
  names.reduce<XmlNode[]>(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [node],
  );
export const textAt = (node: XmlNode, ...names: readonly string[]): string | undefined =>
  along(node, ...names)[0]?.text.trim();

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign]!};`);

export type Written = string | readonly [name: string, content: Content, attributes?: Readonly<Record<string, string>>];
type Content = string | readonly (Written | undefined)[];
/** In the order given: the schemas fix it. What is undefined is left out. */
export function writeXml(element: Written): string {
  if (typeof element === "string") return escaped(element);
  const [name, content, attributes = {}] = element;
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const body =
    typeof content === "string"
      ? escaped(content)
      : content.flatMap((one) => (one === undefined ? [] : [writeXml(one)])).join("");
  return `<${name}${head.join("")}>${body}</${name}>`;
}
