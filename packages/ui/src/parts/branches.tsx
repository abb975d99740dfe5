import type { Currency } from "@coralhub/domain";
import { useId } from "react";

type Point = readonly [x: number, y: number];
type Branch = { at: Point; from?: readonly Branch[]; label?: Currency };

const leaves = (...points: (readonly [x: number, y: number, label?: Currency])[]): Branch[] =>
  points.map(([x, y, label]) => ({ at: [x, y], label }));

/** Every currency flows down into one: the drawing of the entry pages and of a merchant's first day. */
const FULL: Branch = {
  at: [420, 546],
  from: [
    {
      at: [276, 423],
      from: [
        { at: [192, 314], from: leaves([140, 198, "USD"], [180, 162, "EUR"], [220, 220, "GBP"]) },
        { at: [302, 291], from: leaves([260, 146, "JPY"], [300, 186, "AUD"]) },
      ],
    },
    {
      at: [426, 401],
      from: [
        { at: [380, 307], from: leaves([340, 132, "CAD"], [380, 172, "SGD"], [420, 124, "HKD"]) },
        { at: [472, 285], from: leaves([460, 166, "KRW"], [500, 136, "THB"]) },
      ],
    },
    {
      at: [580, 431],
      from: [
        { at: [558, 309], from: leaves([540, 192, "MYR"], [580, 150, "PHP"]) },
        { at: [654, 321], from: leaves([620, 214, "IDR"], [660, 167, "VND"], [700, 202, "AED"]) },
      ],
    },
  ],
};

const SMALL: Branch = {
  at: [195, 216],
  from: [
    { at: [66, 156], from: leaves([17, 114], [63, 86], [102, 108]) },
    { at: [195, 156], from: leaves([145, 77], [195, 93], [241, 77]) },
    { at: [324, 156], from: leaves([290, 86], [327, 108], [373, 116]) },
  ],
};

const flow = ([x0, y0]: Point, [x1, y1]: Point) => {
  const drop = y1 - y0;
  return `M${x0} ${y0}C${x0} ${y0 + drop * 0.62} ${x1} ${y0 + drop * 0.42} ${x1} ${y1}`;
};

/** Depth counts from the leaves, so that lines grow stronger towards the stem. */
const height = (branch: Branch): number => (branch.from ? 1 + Math.max(...branch.from.map(height)) : 0);

function Lines({ branch, top, ink }: { branch: Branch; top: number; ink: string }) {
  return branch.from?.map((child) => {
    const last = height(branch) === top;
    const leaf = !child.from;
    return (
      <g key={child.at.join()}>
        <path
          d={flow(child.at, branch.at)}
          stroke={last ? ink : "var(--chart-5)"}
          strokeWidth={last ? 3 : leaf ? 1.25 : 2}
          strokeOpacity={last ? 1 : leaf ? 0.4 : 0.65}
        />
        <Lines branch={child} top={top} ink={ink} />
        {leaf && <circle cx={child.at[0]} cy={child.at[1]} r="3.5" fill="var(--bar)" stroke="var(--bar-text-3)" />}
        {child.label && (
          <text x={child.at[0]} y={child.at[1] - 12} textAnchor="middle" className="branches-label">
            {child.label}
          </text>
        )}
      </g>
    );
  });
}

/** `full` names the currencies and ends in CNY, `plain` is the same without words, `small` is the phone's. */
export function Branches({ drawing = "full" }: { drawing?: "full" | "plain" | "small" }) {
  const id = useId();
  const small = drawing === "small";
  const tree = small ? SMALL : FULL;
  const [x, y] = tree.at;
  const firstJoin = Math.min(...tree.from!.map((child) => child.at[1]));
  const end = small ? 240 : drawing === "full" ? 667 : 620;
  return (
    <svg
      className="branches"
      viewBox={small ? "0 0 390 240" : drawing === "full" ? "100 90 640 600" : "120 110 600 510"}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={firstJoin} y2={y}>
        <stop stopColor="var(--chart-5)" stopOpacity="0.65" />
        <stop offset="1" stopColor="var(--coral)" />
      </linearGradient>
      <Lines branch={drawing === "full" || small ? tree : unnamed(tree)} top={height(tree)} ink={`url(#${id})`} />
      <path d={`M${x} ${y - 1}V${end}`} stroke="var(--coral)" strokeWidth={small ? 4 : 5} />
      {drawing === "full" && (
        <>
          <circle cx={x} cy={end} r="7" fill="var(--coral)" />
          <text x={x + 18} y={end + 5} className="branches-label">
            CNY
          </text>
        </>
      )}
    </svg>
  );
}

const unnamed = (branch: Branch): Branch => ({ at: branch.at, from: branch.from?.map(unnamed) });
