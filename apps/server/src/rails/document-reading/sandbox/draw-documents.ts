import sharp from "sharp";

const PAPER = "#f6efdc";
const INK = "#2b2a26";
const SEAL = "#b8433a";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const line = (x: number, y: number, text: string, size = 22) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${INK}">${escaped(text)}</text>`;

async function draw(width: number, height: number, background: string, inside: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Noto Sans CJK SC, sans-serif">
    <rect width="100%" height="100%" fill="${background}"/>${inside}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

type License = { name: string; number: string; holder: string; from: string; address: string; covered?: boolean };
/** A licence as the sandbox imagines it: clearly a specimen, with everything a reviewer compares. */
export const drawLicense = ({ name, number, holder, from, address, covered }: License): Promise<Uint8Array> =>
  draw(
    1000,
    700,
    PAPER,
    `<rect x="24" y="24" width="952" height="652" fill="none" stroke="#c6a860" stroke-width="6"/>
     <text x="500" y="155" font-size="52" text-anchor="middle" fill="${INK}">营 业 执 照</text>
     ${line(70, 80, `统一社会信用代码 ${number}`, 20)}${line(90, 220, `名　　称　${name}`)}${line(90, 280, `法定代表人　${holder}`)}
     ${line(90, 340, `成立日期　${from}`)}${line(90, 400, `住　　所　${address}`)}${line(90, 460, "经营范围　货物进出口、电子产品销售")}
     <circle cx="800" cy="560" r="70" fill="none" stroke="${SEAL}" stroke-width="6"/>${line(730, 568, "登记机关", 34)}
     ${covered ? '<path d="M640 700 Q690 470 1000 440 L1000 700 Z" fill="#3b3a38"/>' : ""}${line(70, 640, "样本，仅用于沙箱", 18)}`,
  );

export const drawIdentityCard = (card: { name: string; number: string; address: string }): Promise<Uint8Array> =>
  draw(
    860,
    540,
    "#e9eef2",
    `${line(60, 100, `姓名　${card.name}`, 30)}${line(60, 240, `住址　${card.address}`, 24)}${line(60, 470, `公民身份号码　${card.number}`, 28)}
     <rect x="600" y="80" width="200" height="250" fill="#c9d3dc"/><circle cx="700" cy="170" r="50" fill="#9fb0bd"/>
     ${line(60, 520, "样本，仅用于沙箱", 16)}`,
  );

export const drawPaper = (title: string, lines: readonly string[]): Promise<Uint8Array> =>
  draw(
    700,
    960,
    "#ffffff",
    `<text x="350" y="110" font-size="38" text-anchor="middle" fill="${INK}">${escaped(title)}</text>
     ${lines.map((text, at) => line(70, 200 + at * 48, text)).join("")}${line(70, 920, "样本，仅用于沙箱", 16)}`,
  );
