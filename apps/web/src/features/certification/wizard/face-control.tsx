import { icons, Notice, toast, useCountdown, CopyButton } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { toDataURL } from "qrcode";
import { useEffect, useState } from "react";
import { certification, formCalls } from "../certification-calls.ts";

const POLL_MS = 2_000;
const SIZE = 168;
type Key = Awaited<ReturnType<typeof certification.faceKey>> & { image: string };

type Props = { id: string; value: string; save: () => Promise<boolean>; onPassed: (faceAuthId: string) => void };

/** The QR code for the phone, and what the phone has answered. */
export function FaceControl({ id, value, save, onPassed }: Props) {
  const [key, setKey] = useState<Key>();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      // The code is made for the person the server knows of.
      if (!(await save())) return toast.failed("没能保存填写的内容，请检查网络后再试");
      const fresh = await certification.faceKey({});
      setKey({ ...fresh, image: await toDataURL(fresh.url, { width: SIZE * 2, margin: 1 }) });
    } catch {
      setKey(undefined);
    } finally {
      setBusy(false);
    }
  };
  if (value !== "")
    return (
      <div className="face-passed" id={id}>
        <icons.Check className="text-success" />
        <span>人脸核验已通过</span>
        <button type="button" className="text-button" onClick={() => onPassed("")}>
          重新核验
        </button>
      </div>
    );
  if (!key)
    return (
      <div id={id}>
        <Button icon={<icons.Phone />} loading={busy} onClick={() => void begin()}>
          开始人脸核验
        </Button>
      </div>
    );
  return <Waiting id={id} face={key} busy={busy} onAgain={() => void begin()} onPassed={onPassed} />;
}

type WaitingProps = { id: string; face: Key; busy: boolean; onAgain: () => void; onPassed: (id: string) => void };
const OVER = new Set(["passed", "failed", "expired"]);

function Waiting({ id, face, busy, onAgain, onPassed }: WaitingProps) {
  const { faceAuthId, expiresAt, url, image } = face;
  const { data } = useQuery({
    queryKey: ["face", faceAuthId],
    queryFn: () => formCalls.faceResult({ faceAuthId }),
    refetchInterval: ({ state }) => (OVER.has(state.data?.state ?? "") ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });
  const [left, start] = useCountdown();
  useEffect(() => start(Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000))), [expiresAt, start]);
  const state = data?.state ?? "waiting";
  useEffect(() => {
    if (state === "passed") onPassed(faceAuthId);
  }, [state, faceAuthId, onPassed]);
  if (state === "failed" || state === "expired")
    return (
      <div id={id}>
        <Notice
          tone={state === "failed" ? "danger" : "warning"}
          title={state === "failed" ? "人脸核验没有通过" : "二维码已过期"}
          action={
            <Button loading={busy} onClick={onAgain}>
              重新获取二维码
            </Button>
          }
        >
          {state === "failed" ? data?.reason : "二维码 5 分钟内有效，请重新获取"}
        </Notice>
      </div>
    );
  return (
    <figure className="face-code" id={id}>
      <img src={image} width={SIZE} height={SIZE} alt="人脸核验二维码，扫不了时请使用旁边的链接" />
      <figcaption>
        <strong role="status">{state === "opened" ? "手机已打开，请在手机上完成拍照" : "请本人用手机扫码拍照"}</strong>
        <span>
          {Math.floor(left / 60)} 分 {left % 60} 秒内有效，完成后这里会自动更新
        </span>
        <span className="face-link">
          扫不了时，把链接发到手机 <CopyButton text={url} label="复制人脸核验链接" />
        </span>
      </figcaption>
    </figure>
  );
}
