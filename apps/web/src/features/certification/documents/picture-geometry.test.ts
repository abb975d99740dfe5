import { expect, test } from "vitest";
import { dragCorner, isUntouched, scaleTo, turnCrop, turnedSize, WHOLE, type Crop } from "./picture-geometry.ts";

const rounded = (crop: Crop) => Object.values(crop).map((value) => Math.round(value * 1000) / 1000);

test("four quarter turns lead back to the same part", () => {
  const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.3 };
  expect(rounded(turnCrop(crop))).toEqual([0.5, 0.1, 0.3, 0.5]);
  expect(rounded(turnCrop(turnCrop(turnCrop(turnCrop(crop)))))).toEqual(rounded(crop));
  expect(turnedSize({ width: 4, height: 3 }, 1)).toEqual({ width: 3, height: 4 });
});

test("a corner stays inside the picture and never passes the opposite one", () => {
  expect(dragCorner(WHOLE, 0, 0.2, 0.1)).toEqual({ x: 0.2, y: 0.1, width: 0.8, height: 0.9 });
  expect(rounded(dragCorner(WHOLE, 3, -5, -5))).toEqual([0, 0, 0.1, 0.1]);
  expect(dragCorner(WHOLE, 1, 5, -5)).toEqual(WHOLE);
});

test("an untouched picture travels as it is, a large one is drawn smaller", () => {
  expect(isUntouched(WHOLE, 4)).toBe(true);
  expect(isUntouched(WHOLE, 1)).toBe(false);
  expect(scaleTo({ width: 8000, height: 4000 }, 4000)).toBe(0.5);
  expect(scaleTo({ width: 800, height: 400 }, 4000)).toBe(1);
});
