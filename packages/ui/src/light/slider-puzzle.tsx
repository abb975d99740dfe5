import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { ArrowRight, Check, Close } from "../icons.tsx";
import "./light.css";
import "./entry.css";

/** A board of figures and the piece that shows one of them; all lengths are pixels of the board's own image. */
export type Puzzle = {
  board: string;
  piece: string;
  width: number;
  height: number;
  pieceWidth: number;
  pieceHeight: number;
  pieceTop: number;
};
/** Where the piece was let go and how it came there; `t` is milliseconds since the first move. */
export type SliderAnswer = { x: number; trace: { x: number; t: number }[] };
export type SliderPuzzleProps = {
  puzzle: Puzzle;
  onAnswer: (answer: SliderAnswer) => void;
  onRefresh: () => void;
  /** Another way for those who cannot see the picture; its link is left out when there is none. */
  onCannotSee?: () => void;
  state?: "ready" | "checking" | "passed" | "failed";
  /** What to say after a wrong answer; it stays under the next puzzle until that is answered. */
  message?: ReactNode;
};

const MAX_TRACE = 200;

/** Position in board pixels and the recorded way there, whichever way the handle is moved. */
function useSlider(puzzle: Puzzle, onAnswer: SliderPuzzleProps["onAnswer"]) {
  const [x, setX] = useState(0);
  const trace = useRef<SliderAnswer["trace"]>([]);
  const begin = useRef(0);
  const limit = puzzle.width - puzzle.pieceWidth;
  const move = (to: number, at: number) => {
    const next = Math.round(Math.min(limit, Math.max(0, to)));
    if (trace.current.length === 0) begin.current = at;
    if (trace.current.length < MAX_TRACE) trace.current.push({ x: next, t: Math.round(at - begin.current) });
    setX(next);
  };
  const drop = () => {
    if (trace.current.length === 0) return;
    onAnswer({ x, trace: trace.current });
    trace.current = [];
  };
  return { x, limit, move, drop };
}

/** A wrong answer is told until the next one is given. */
function wrongText(state: SliderPuzzleProps["state"], message: ReactNode): ReactNode {
  if (state === "failed") return message ?? "没有对上，请再试一次";
  return state === "ready" ? message : undefined;
}

/** Give it a `key` of the puzzle's id: a new puzzle then starts from the left. */
export function SliderPuzzle(props: SliderPuzzleProps) {
  const { puzzle, onAnswer, onRefresh, onCannotSee, state = "ready", message } = props;
  const { x, limit, move, drop } = useSlider(puzzle, onAnswer);
  const wrong = wrongText(state, message);
  const share = (length: number) => `${(length / puzzle.width) * 100}%`;
  return (
    <div className={`lk-puzzle lk-puzzle-${state}`}>
      <div className="lk-puzzle-board" style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
        <img src={puzzle.board} alt="" draggable={false} />
        <div
          className="lk-puzzle-beam"
          aria-hidden="true"
          style={{ left: share(x + puzzle.pieceWidth / 2), height: `${(puzzle.pieceTop / puzzle.height) * 100}%` }}
        />
        <img
          src={puzzle.piece}
          alt=""
          draggable={false}
          className="lk-puzzle-piece"
          style={{
            left: share(x),
            width: share(puzzle.pieceWidth),
            top: `${(puzzle.pieceTop / puzzle.height) * 100}%`,
          }}
        />
      </div>
      <Track x={x} limit={limit} move={move} drop={drop} state={state} />
      <div className="lk-puzzle-foot">
        <span aria-live="polite" className={wrong ? "lk-error" : undefined}>
          {wrong ?? (state === "passed" ? "验证通过" : "也可用方向键左右移动")}
        </span>
        <button type="button" className="lk-text-button" onClick={onRefresh}>
          换一张
        </button>
        {onCannotSee && (
          <button type="button" className="lk-text-button" onClick={onCannotSee}>
            读不了图
          </button>
        )}
      </div>
    </div>
  );
}

type TrackProps = {
  x: number;
  limit: number;
  move: (to: number, at: number) => void;
  drop: () => void;
  state: NonNullable<SliderPuzzleProps["state"]>;
};

function Track({ x, limit, move, drop, state }: TrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const grip = useRef<{ from: number; x: number } | undefined>(undefined);
  const busy = state === "checking" || state === "passed";
  const down = (event: PointerEvent<HTMLElement>) => {
    if (busy) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { from: event.clientX, x };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    const way = track.current!.clientWidth - event.currentTarget.offsetWidth;
    move(grip.current.x + ((event.clientX - grip.current.from) / way) * limit, event.timeStamp);
  };
  const up = () => {
    if (grip.current) drop();
    grip.current = undefined;
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    if (busy) return;
    const step = { ArrowRight: 4, ArrowLeft: -4, ArrowUp: 1, ArrowDown: -1, PageUp: 20, PageDown: -20 }[event.key];
    if (step) move(x + step, event.timeStamp);
    else if (event.key === "Enter" || event.key === " ") drop();
    else return;
    event.preventDefault();
  };
  const Sign = state === "passed" ? Check : state === "failed" ? Close : ArrowRight;
  return (
    <div className="lk-track" ref={track} style={{ "--at": x / limit } as CSSProperties}>
      <div className="lk-track-done" aria-hidden="true" />
      <div
        className="lk-track-handle"
        role="slider"
        tabIndex={0}
        data-autofocus
        aria-label="拖动滑块，让竖线对准同一种东西、填充相同的图案；方向键移动，回车确认"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={x}
        aria-busy={state === "checking"}
        onPointerDown={down}
        onPointerMove={drag}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={key}
      >
        <Sign />
      </div>
    </div>
  );
}
