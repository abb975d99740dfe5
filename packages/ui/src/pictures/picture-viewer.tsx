import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import { Minus, Plus, Refresh } from "../icons.tsx";
import "./picture-viewer.css";

const SMALLEST = 0.5;
const LARGEST = 6;
const STEP = 1.25;
type Act = "in" | "out" | "turn" | "fit";
const KEYS: Record<string, Act> = { "+": "in", "=": "in", "-": "out", r: "turn", "0": "fit" };

type PictureViewerProps = {
  src: string;
  alt: string;
  /** At the left of the tools: what is shown. */
  title?: ReactNode;
  /** At their right: download. */
  actions?: ReactNode;
};

/** One document, closely: zoom, quarter turns, drag to move. The keys + − 0 r do the same while it has focus. */
export function PictureViewer({ src, alt, title, actions }: PictureViewerProps) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const act = {
    in: () => setZoom((now) => Math.min(LARGEST, now * STEP)),
    out: () => setZoom((now) => Math.max(SMALLEST, now / STEP)),
    turn: () => setTurns((now) => (now + 1) % 4),
    fit: () => setZoom(1),
  };
  useStageKeys(stage, (name) => act[name]());
  useDragScroll(stage);
  return (
    <div className="viewer">
      <div className="viewer-tools">
        <div className="viewer-title">{title}</div>
        <Tool label="缩小" onClick={act.out} icon={<Minus />} />
        <button type="button" className="viewer-zoom" title="恢复原来的大小" onClick={act.fit}>
          {Math.round(zoom * 100)}%
        </button>
        <Tool label="放大" onClick={act.in} icon={<Plus />} />
        <Tool label="旋转" onClick={act.turn} icon={<Refresh />} />
        {actions}
      </div>
      <div ref={stage} className="viewer-stage" tabIndex={0} role="group" aria-label={`${alt}，加减键缩放，R 键旋转`}>
        <div className="viewer-sheet" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
          <img
            src={src}
            alt={alt}
            draggable={false}
            className={turns % 2 ? "viewer-sideways" : ""}
            style={{ rotate: `${turns * 90}deg` }}
          />
        </div>
      </div>
    </div>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="viewer-tool" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}

type Stage = RefObject<HTMLDivElement | null>;

function useStageKeys(stage: Stage, onAct: (name: Act) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = KEYS[event.key.toLowerCase()];
    if (!name || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onAct(name);
  });
  useEffect(() => {
    const element = stage.current;
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [stage]);
}

/** Moves the stage under the pointer, as one pushes a sheet of paper. */
function useDragScroll(stage: Stage) {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const ended = new AbortController();
    const listen = { signal: ended.signal };
    let from: { x: number; y: number } | null = null;
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.pointerType !== "mouse") return;
        from = { x: event.clientX, y: event.clientY };
        element.setPointerCapture(event.pointerId);
      },
      listen,
    );
    element.addEventListener(
      "pointermove",
      (event) => {
        if (!from) return;
        element.scrollBy(from.x - event.clientX, from.y - event.clientY);
        from = { x: event.clientX, y: event.clientY };
      },
      listen,
    );
    element.addEventListener("pointerup", () => (from = null), listen);
    return () => ended.abort();
  }, [stage]);
}
