import { Button, Dialog, SliderPuzzle, TextField, type SliderAnswer } from "@coralhub/ui/light";
import { useEffect, useEffectEvent, useMemo, useState, type SubmitEvent } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { askProvider, type ProviderOffer } from "./captcha-provider.ts";
import { findNonce } from "./find-nonce.ts";
import { wordsOf } from "./refusals.ts";

const NEXT_PUZZLE_MS = 900;

export type CaptchaProps = {
  open: boolean;
  onClose: () => void;
  /** The ticket of a solved captcha: good for one call. */
  onSolved: (ticket: string) => void;
  /** The call that draws the puzzle, where it is not the common one. */
  drawBy?: "popCaptcha";
};

/** Proves a person is there, by our own challenges or by the service the installation has chosen. */
export function CaptchaDialog(props: CaptchaProps) {
  const { challenge: offer, failed, next } = useChallenge(fetchOffer);
  if (offer?.provider === "own") return <OwnCaptcha {...props} />;
  if (offer) return <ProvidedCaptcha {...props} provider={offer.provider} id={offer.id!} />;
  return (
    <Dialog open={props.open} onClose={props.onClose} title="请完成人机验证">
      {failed ? <Reload onReload={next} /> : <div className="captcha-wait" role="status" aria-label="正在取验证图" />}
    </Dialog>
  );
}

/** The service shows its own window; ours says only what went wrong. */
function ProvidedCaptcha({ onClose, onSolved, ...offer }: CaptchaProps & ProviderOffer) {
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const { provider, id } = offer;
  const finish = useEffectEvent((ticket: string | null) => (ticket === null ? onClose() : onSolved(ticket)));
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const proof = await askProvider({ provider, id });
      const ticket = proof === null ? null : (await lightApi.solveCaptcha({ proof })).ticket;
      if (wanted) finish(ticket);
    };
    ask().catch((error: unknown) => wanted && setProblem(wordsOf(error) ?? "没能打开验证，请检查网络"));
    return () => {
      wanted = false;
    };
  }, [provider, id, round]);
  if (problem === null) return null;
  const again = () => {
    setProblem(null);
    setRound((before) => before + 1);
  };
  return (
    <Dialog open onClose={onClose} title="验证没有完成">
      <div className="captcha-wait">
        <p role="alert">{problem}</p>
        <Button onClick={again}>重试</Button>
      </div>
    </Dialog>
  );
}

/** Our own: a puzzle, or a question for those who cannot see it. */
function OwnCaptcha({ open, onClose, onSolved, drawBy }: CaptchaProps) {
  const [asked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
    onClose();
  };
  const solved = (ticket: string) => {
    setAsked(false);
    onSolved(ticket);
  };
  return (
    <Dialog open={open} onClose={close} title={asked ? "回答一个问题" : "拖到同一种东西、填充相同的图案下面"}>
      {asked ? (
        <Question onSolved={solved} onPuzzle={() => setAsked(false)} />
      ) : (
        <Puzzle draw={drawBy ? popCaptcha : fetchSlider} onSolved={solved} onCannotSee={() => setAsked(true)} />
      )}
    </Dialog>
  );
}

/** Fetches a challenge when shown and again when asked; the answer to an abandoned request is dropped. */
function useChallenge<T>(fetchOne: () => Promise<T>) {
  const [challenge, setChallenge] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    setFailed(false);
    fetchOne().then(
      (fetched) => wanted && setChallenge(fetched),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [fetchOne, round]);
  return { challenge, failed, next: () => setRound((before) => before + 1) };
}

/** Begun as soon as the challenge is there, so that it is done when the visitor is. */
const useWork = (challenge: { captchaId: string; workBits: number } | null) =>
  useMemo(() => challenge && findNonce(challenge.captchaId, challenge.workBits), [challenge]);

const fetchOffer = () => lightApi.captchaOffer({});
const fetchSlider = () => lightApi.makeSlider({});
const popCaptcha = () => lightApi.popCaptcha({});
const fetchQuestion = () => lightApi.makeQuestion({});

type PuzzleProps = { draw: typeof fetchSlider; onSolved: (ticket: string) => void; onCannotSee: () => void };

function Puzzle({ draw, onSolved, onCannotSee }: PuzzleProps) {
  const { challenge, failed, next } = useChallenge(draw);
  const work = useWork(challenge);
  const [state, setState] = useState<"ready" | "checking" | "passed" | "failed">("ready");
  const [message, setMessage] = useState<string>();
  useEffect(() => setState("ready"), [challenge]);

  const answer = async ({ x, trace }: SliderAnswer) => {
    setState("checking");
    try {
      const { ticket } = await lightApi.solveSlider({
        captchaId: challenge!.captchaId,
        x,
        trace: trace.map((point): [number, number] => [point.t, point.x]),
        nonce: await work!,
      });
      setState("passed");
      onSolved(ticket);
    } catch (error) {
      setMessage(wordsOf(error) ?? "没有送达，请再试一次");
      setState("failed");
      setTimeout(next, NEXT_PUZZLE_MS);
    }
  };

  if (failed) return <Reload onReload={next} />;
  if (!challenge) return <div className="captcha-wait" role="status" aria-label="正在取验证图" />;
  return (
    <SliderPuzzle
      key={challenge.captchaId}
      puzzle={{
        board: challenge.board,
        piece: challenge.piece,
        width: challenge.width,
        height: challenge.height,
        pieceWidth: challenge.pieceSize,
        pieceHeight: challenge.pieceSize,
        pieceTop: challenge.pieceY,
      }}
      state={state}
      message={message}
      onAnswer={(given) => void answer(given)}
      onRefresh={() => (setMessage(undefined), next())}
      onCannotSee={onCannotSee}
    />
  );
}

function Question({ onSolved, onPuzzle }: { onSolved: (ticket: string) => void; onPuzzle: () => void }) {
  const { challenge, failed, next } = useChallenge(fetchQuestion);
  const work = useWork(challenge);
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState<string>();
  const [checking, setChecking] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!answer.trim()) return setError("请填写答案");
    setChecking(true);
    try {
      const nonce = await work!;
      onSolved((await lightApi.solveQuestion({ captchaId: challenge!.captchaId, answer, nonce })).ticket);
    } catch (refusal) {
      setError(wordsOf(refusal));
      setAnswer("");
      next();
    } finally {
      setChecking(false);
    }
  };

  if (failed) return <Reload onReload={next} />;
  if (!challenge) return <div className="captcha-wait" role="status" aria-label="正在取问题" />;
  return (
    <form className="captcha-question" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={challenge.question}
        hint="用数字回答"
        error={error}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={answer}
        onChange={(event) => {
          setAnswer(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" block loading={checking}>
        提交答案
      </Button>
      <Button variant="text" onClick={onPuzzle}>
        改用拖动验证
      </Button>
    </form>
  );
}

function Reload({ onReload }: { onReload: () => void }) {
  return (
    <div className="captcha-wait">
      <p>没能取到验证图，请检查网络</p>
      <Button onClick={onReload}>重试</Button>
    </div>
  );
}
