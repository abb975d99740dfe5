/** A part of a picture, in fractions of its width and height as it stands after turning. */
export type Crop = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };
export const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };
const SMALLEST = 0.1;

export const CORNERS = ["左上角", "右上角", "左下角", "右下角"] as const;
export type Corner = 0 | 1 | 2 | 3;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The picture's size after so many quarter turns to the right. */
export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The same part of the picture after one quarter turn to the right. */
export const turnCrop = ({ x, y, width, height }: Crop): Crop => ({
  x: 1 - y - height,
  y: x,
  width: height,
  height: width,
});

/** One corner moved; the opposite one stays. */
export function dragCorner(crop: Crop, corner: Corner, dx: number, dy: number): Crop {
  const [left, right] = [crop.x, crop.x + crop.width];
  const [top, bottom] = [crop.y, crop.y + crop.height];
  const isLeft = corner % 2 === 0;
  const isTop = corner < 2;
  const newLeft = isLeft ? within(left + dx, 0, right - SMALLEST) : left;
  const newRight = isLeft ? right : within(right + dx, left + SMALLEST, 1);
  const newTop = isTop ? within(top + dy, 0, bottom - SMALLEST) : top;
  const newBottom = isTop ? bottom : within(bottom + dy, top + SMALLEST, 1);
  return { x: newLeft, y: newTop, width: newRight - newLeft, height: newBottom - newTop };
}

export const isUntouched = (crop: Crop, turns: number): boolean =>
  turns % 4 === 0 && crop.x === 0 && crop.y === 0 && crop.width === 1 && crop.height === 1;

/** How large the result may be drawn, so that no edge is longer than `longest`. */
export const scaleTo = ({ width, height }: Size, longest: number): number =>
  Math.min(1, longest / Math.max(width, height));
