import { icons } from "@coralhub/ui";
import { Button, Modal } from "antd";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { cutPicture, drawPicture } from "./draw-picture.ts";
import { CORNERS, dragCorner, isUntouched, turnCrop, WHOLE, type Corner, type Crop } from "./picture-geometry.ts";
import "./documents.css";

const PREVIEW_EDGE = 1200;
const KEY_STEP = 0.02;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

type Props = {
  file: File;
  label: string;
  /** What the picture must show. */
  must: string;
  onUse: (file: File) => void;
  /** What the browser cannot open it does not judge: the server says what is wrong with it. */
  onUnreadable: (file: File) => void;
  onCancel: () => void;
};

/** Between choosing a picture and sending it: look, turn, cut. Untouched it travels as it is. */
export function PictureEditor({ file, label, must, onUse, onUnreadable, onCancel }: Props) {
  const picture = usePicture(file, () => onUnreadable(file));
  const [turns, setTurns] = useState(0);
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [busy, setBusy] = useState(false);
  const use = async () => {
    if (!picture || isUntouched(crop, turns)) return onUse(file);
    setBusy(true);
    onUse(await cutPicture(picture, turns, crop, file.name).catch(() => file));
  };
  return (
    <Modal
      open
      title={`检查${label}`}
      width={720}
      onCancel={onCancel}
      mask={{ closable: false }}
      footer={
        <div className="editor-actions">
          <Button
            icon={<icons.Refresh />}
            onClick={() => {
              setTurns((now) => (now + 1) % 4);
              setCrop(turnCrop);
            }}
          >
            向右转
          </Button>
          <Button disabled={isUntouched(crop, turns)} onClick={() => (setTurns(0), setCrop(WHOLE))}>
            恢复原图
          </Button>
          <span className="editor-gap" />
          <Button onClick={onCancel}>重新选择</Button>
          <Button type="primary" loading={busy} onClick={() => void use()}>
            使用这张
          </Button>
        </div>
      }
    >
      <p className="editor-must">{must}。拖动四角可以裁掉多余的部分</p>
      {picture ? (
        <Stage picture={picture} turns={turns} crop={crop} onCrop={setCrop} label={label} />
      ) : (
        <div className="editor-wait" role="status" aria-label="正在打开照片" />
      )}
    </Modal>
  );
}

function usePicture(file: File, onUnreadable: () => void): ImageBitmap | undefined {
  const [picture, setPicture] = useState<ImageBitmap>();
  const giveUp = useRef(onUnreadable);
  useEffect(() => {
    let shown = true;
    createImageBitmap(file).then(
      (opened) => (shown ? setPicture(opened) : opened.close()),
      () => shown && giveUp.current(),
    );
    return () => {
      shown = false;
    };
  }, [file]);
  return picture;
}

type StageProps = {
  picture: ImageBitmap;
  turns: number;
  crop: Crop;
  onCrop: (change: (before: Crop) => Crop) => void;
  label: string;
};

function Stage({ picture, turns, crop, onCrop, label }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, turns, WHOLE, PREVIEW_EDGE);
  }, [picture, turns]);
  const percent = (value: number) => `${value * 100}%`;
  const frame = {
    left: percent(crop.x),
    top: percent(crop.y),
    width: percent(crop.width),
    height: percent(crop.height),
  };
  return (
    <div className="editor-stage">
      <div className="editor-sheet">
        <canvas ref={canvas} role="img" aria-label={label} />
        <div className="editor-frame" style={frame}>
          {CORNERS.map((name, corner) => (
            <CornerHandle
              key={name}
              name={name}
              corner={corner as Corner}
              canvas={canvas}
              onMove={(dx, dy) => onCrop((before) => dragCorner(before, corner as Corner, dx, dy))}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

type HandleProps = {
  name: string;
  corner: Corner;
  canvas: { current: HTMLCanvasElement | null };
  onMove: (dx: number, dy: number) => void;
};

function CornerHandle({ name, corner, canvas, onMove }: HandleProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const follow = (event: PointerEvent) => {
    const size = canvas.current?.getBoundingClientRect();
    if (!from.current || !size) return;
    onMove((event.clientX - from.current.x) / size.width, (event.clientY - from.current.y) / size.height);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const press = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(...step);
  };
  return (
    <button
      type="button"
      className={`editor-corner editor-corner-${corner}`}
      aria-label={`裁剪框${name}，用方向键移动`}
      onKeyDown={press}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onPointerUp={() => (from.current = null)}
    />
  );
}
