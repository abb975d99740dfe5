type Point = readonly [x: number, y: number];
const STEPS = 14;
const shares = Array.from({ length: STEPS }, (_, i) => (i + 1) / STEPS);

const alongLine = ([x0, y0]: Point, [x, y]: Point): Point[] =>
  shares.map((t) => [x0 + (x - x0) * t, y0 + (y - y0) * t]);

const alongCurve = (p0: Point, p1: Point, p2: Point, p3: Point): Point[] =>
  shares.map((t) => {
    const on = (i: 0 | 1) =>
      (1 - t) ** 3 * p0[i] + 3 * (1 - t) ** 2 * t * p1[i] + 3 * (1 - t) * t * t * p2[i] + t ** 3 * p3[i];
    return [on(0), on(1)];
  });

/** Of a circle: the figures have no other arcs. */
function alongArc([x0, y0]: Point, radius: number, isLong: boolean, isClockwise: boolean, [x, y]: Point): Point[] {
  const half = Math.hypot(x - x0, y - y0) / 2;
  const r = Math.max(radius, half);
  const away = (Math.sqrt(r * r - half * half) / (2 * half)) * (isLong === isClockwise ? -1 : 1);
  const [cx, cy] = [(x0 + x) / 2 - (y - y0) * away, (y0 + y) / 2 + (x - x0) * away];
  const from = Math.atan2(y0 - cy, x0 - cx);
  const turn = Math.atan2(y - cy, x - cx) - from;
  const full = 2 * Math.PI;
  const sweep = isClockwise ? (turn + full) % full : -((full - turn) % full);
  return shares.map((t) => [cx + r * Math.cos(from + sweep * t), cy + r * Math.sin(from + sweep * t)]);
}

/** The outline as points close together; it is written with absolute commands only. */
function pointsOf(outline: string): Point[] {
  const points: Point[] = [];
  let control: Point = [0, 0];
  for (const [, command, text] of outline.matchAll(/([MLHVCSAZ])([^MLHVCSAZ]*)/g)) {
    const n = (text!.match(/-?[\d.]+/g) ?? []).map(Number);
    const at = points.at(-1) ?? [0, 0];
    const end: Point = [n.at(-2)!, n.at(-1)!];
    if (command === "M") points.push(end);
    else if (command === "H") points.push(...alongLine(at, [n[0]!, at[1]]));
    else if (command === "V") points.push(...alongLine(at, [at[0], n[0]!]));
    else if (command === "L") points.push(...alongLine(at, end));
    else if (command === "Z") points.push(...alongLine(at, points[0]!));
    else if (command === "A") points.push(...alongArc(at, n[0]!, n[3] === 1, n[4] === 1, end));
    else {
      const first: Point = command === "C" ? [n[0]!, n[1]!] : [2 * at[0] - control[0], 2 * at[1] - control[1]];
      control = [n.at(-4)!, n.at(-3)!];
      points.push(...alongCurve(at, first, control, end));
    }
  }
  return points;
}

/** How far a point moves, and how long the waves are that move it, in the outline's own measure. */
const REACH = 0.8;
const WAVES = { shortest: 22, longest: 36 } as const;

/** Every point a little elsewhere, smoothly and by lot: no turn, slant or stretch undoes it. */
export function bendOutline(outline: string, between: (low: number, high: number) => number): string {
  const wave = () => {
    const direction = (between(0, 359) * Math.PI) / 180;
    const pace = (2 * Math.PI) / between(WAVES.shortest, WAVES.longest);
    const start = (between(0, 359) * Math.PI) / 180;
    return ([x, y]: Point) => REACH * Math.sin((x * Math.cos(direction) + y * Math.sin(direction)) * pace + start);
  };
  const [across, alsoAcross, down, alsoDown] = [wave(), wave(), wave(), wave()];
  const moved = pointsOf(outline).map((point) => {
    const [x, y] = [point[0] + across(point) + alsoAcross(point), point[1] + down(point) + alsoDown(point)];
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `M${moved.join("L")}Z`;
}
