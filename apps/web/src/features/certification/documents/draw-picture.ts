import { scaleTo, turnedSize, type Crop } from "./picture-geometry.ts";

const LONGEST_EDGE = 4000;
const JPEG_QUALITY = 0.92;

/** Draws the chosen part of a picture, turned, no edge longer than `longest`. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  turns: number,
  crop: Crop,
  longest: number,
) {
  const turned = turnedSize(picture, turns);
  const scale = scaleTo({ width: turned.width * crop.width, height: turned.height * crop.height }, longest);
  const [width, height] = [turned.width * scale, turned.height * scale];
  canvas.width = Math.max(1, Math.round(width * crop.width));
  canvas.height = Math.max(1, Math.round(height * crop.height));
  const context = canvas.getContext("2d");
  if (!context) return;
  context.translate(-crop.x * width, -crop.y * height);
  const origins = [[0, 0] as const, [width, 0] as const, [width, height] as const, [0, height] as const];
  const [x, y] = origins[turns % 4]!;
  context.translate(x, y);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale);
}

/** The adjusted picture as a file of its own. */
export function cutPicture(picture: ImageBitmap, turns: number, crop: Crop, fileName: string): Promise<File> {
  const canvas = document.createElement("canvas");
  drawPicture(canvas, picture, turns, crop, LONGEST_EDGE);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], fileName.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" }))
          : reject(new Error("the picture could not be drawn")),
      "image/jpeg",
      JPEG_QUALITY,
    );
  });
}
