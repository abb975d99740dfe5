import { CallRefused } from "@coralhub/contract";
import { FILE_KINDS } from "@coralhub/domain";
import { Brand, Notice, PageSkeleton, icons } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useRef, useState } from "react";
import { formCalls } from "./certification-calls.ts";
import { useCamera } from "./use-camera.ts";
import "./certification.css";

type View = Awaited<ReturnType<typeof formCalls.openFacePage>>;

/** On the phone: one picture of the person, with the camera or from a file. No sign-in; the key from the code is enough. */
export function FacePage({ faceKey }: { faceKey: string }) {
  const opened = useQuery({
    queryKey: ["facePhone", faceKey],
    queryFn: () => formCalls.openFacePage({ key: faceKey }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [answer, setAnswer] = useState<View>();
  const view = answer ?? opened.data;
  if (opened.isPending) return <PageSkeleton />;
  return (
    <div className="phone-page">
      <span className="phone-brand">
        <Brand />
      </span>
      {!view ? (
        <Over title="没能开始核验" text={wordsOf(opened.error)} />
      ) : view.state === "passed" ? (
        <Over title="核验已通过" text="请回到电脑继续，这个页面可以关闭" passed />
      ) : view.state === "failed" ? (
        <Over title="没有通过核验" text={`${view.reason || "照片与证件不是同一人"}。请在电脑上重新获取二维码`} />
      ) : (
        <Shot faceKey={faceKey} view={view} onAnswer={setAnswer} />
      )}
    </div>
  );
}

const wordsOf = (error: unknown): string =>
  error instanceof CallRefused ? error.message : "网络不通，请检查后重新扫码";

function Over({ title, text, passed }: { title: string; text: string; passed?: true }) {
  return (
    <div role="status">
      {passed ? (
        <icons.Check size={48} className="text-success" />
      ) : (
        <icons.Warning size={48} className="text-danger" />
      )}
      <h1 className="type-title">{title}</h1>
      <p className="phone-tips">{text}</p>
    </div>
  );
}

type ShotProps = { faceKey: string; view: View; onAnswer: (view: View) => void };

/** One picture at a time; three may fail. */
function useSendPicture({ faceKey, view, onAnswer }: ShotProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(view.reason);
  const send = async (picture: Blob | null | undefined) => {
    if (!picture) return setProblem("没能拍下照片，请再试一次");
    setBusy(true);
    setProblem("");
    try {
      const file = new File([picture], "face.jpg", { type: picture.type });
      const answer = await formCalls.takeFacePicture({ key: faceKey, file });
      setProblem(answer.reason);
      onAnswer(answer);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send };
}

function Shot(props: ShotProps) {
  const { video, on, starting, start, shoot } = useCamera();
  const { busy, problem, send } = useSendPicture(props);
  const file = useRef<HTMLInputElement>(null);
  const pick = () => file.current?.click();
  return (
    <>
      <h1 className="type-title">拍一张本人的照片</h1>
      <div className="phone-frame">
        {on ? (
          <video ref={video} autoPlay playsInline muted aria-label="前置摄像头画面" />
        ) : (
          <div className="phone-empty">
            <icons.User size={64} />
          </div>
        )}
      </div>
      {problem && (
        <Notice tone="danger" title={problem}>
          还可以再拍 {props.view.attemptsLeft} 次
        </Notice>
      )}
      <div className="phone-tips">
        <p>正对镜头，脸在框里，光线充足</p>
        <p>不要戴帽子、墨镜和口罩</p>
      </div>
      <input
        ref={file}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label="选择本人照片"
        accept={FILE_KINDS.image.join(",")}
        capture="user"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = "";
          if (chosen) void send(chosen);
        }}
      />
      <div className="phone-actions">
        {on ? (
          <Button type="primary" size="large" loading={busy} onClick={() => void shoot().then(send)}>
            拍照核验
          </Button>
        ) : (
          <Button
            type="primary"
            size="large"
            loading={busy || starting}
            onClick={() => void start().then((started) => started || pick())}
          >
            打开相机
          </Button>
        )}
        <Button size="large" disabled={busy} onClick={pick}>
          选择照片
        </Button>
      </div>
    </>
  );
}
