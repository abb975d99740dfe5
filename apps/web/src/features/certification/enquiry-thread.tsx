import { CallRefused } from "@coralhub/contract";
import { enquiryLifecycle, FILE_KINDS } from "@coralhub/domain";
import { icons, Notice, Panel, StateTag, toast } from "@coralhub/ui";
import { Button, Input } from "antd";
import { useRef, useState } from "react";
import { inFeed, inTable } from "../../platform/show.tsx";
import {
  certification,
  formCalls,
  refreshCertification,
  type Enquiry,
  type StoredFile,
} from "./certification-calls.ts";
import { FileDialog } from "./documents/file-picture.tsx";
import "./certification.css";

const LONGEST = 1_000;

/** A question of the reviewer about one field, what was said so far, and room for the answer. */
export function EnquiryThread({ enquiry, files }: { enquiry: Enquiry; files: readonly StoredFile[] }) {
  return (
    <Panel
      title={enquiry.label || "其他问题"}
      {...(enquiry.state === "open" && { intro: `请在 ${inTable(enquiry.dueAt)} 前答复` })}
      action={<StateTag lifecycle={enquiryLifecycle} state={enquiry.state} />}
    >
      <div className="thread">
        <ol className="thread-posts">
          {enquiry.posts.map((post) => (
            <li key={post.id} className="thread-post">
              <span className="thread-who">
                {post.byMerchant ? "您" : "审核员"}，{inFeed(post.at)}
              </span>
              <p className="thread-text">{post.text}</p>
              <Files files={files.filter(({ fileId }) => post.fileIds.includes(fileId))} />
            </li>
          ))}
        </ol>
        {enquiry.state === "open" && <AnswerForm enquiry={enquiry} />}
      </div>
    </Panel>
  );
}

function Files({ files, onRemove }: { files: readonly StoredFile[]; onRemove?: (fileId: string) => void }) {
  const [open, setOpen] = useState<StoredFile>();
  if (files.length === 0) return null;
  return (
    <div className="thread-files">
      {files.map((file) => (
        <span key={file.fileId}>
          <button type="button" className="text-button" onClick={() => setOpen(file)}>
            {file.fileName}
          </button>
          {onRemove && (
            <button
              type="button"
              className="text-button"
              aria-label={`去掉 ${file.fileName}`}
              onClick={() => onRemove(file.fileId)}
            >
              <icons.Close size={16} />
            </button>
          )}
        </span>
      ))}
      {open && <FileDialog file={open} label={open.fileName} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function AnswerForm({ enquiry }: { enquiry: Enquiry }) {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const [busy, setBusy] = useState<"uploading" | "sending">();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const attempt = async (what: "uploading" | "sending", work: () => Promise<void>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof CallRefused ? error.message : "没有发送出去，请检查网络后重试");
    } finally {
      setBusy(undefined);
    }
  };
  const upload = (file: File) =>
    attempt("uploading", async () => {
      const { reading: _read, readingProblem: _none, ...stored } = await formCalls.uploadCertificationFile({ file });
      setFiles((before) => [...before, stored]);
    });
  const send = () => {
    if (text.trim() === "") return setProblem("请写明情况");
    return attempt("sending", async () => {
      await certification.answerEnquiry({ id: enquiry.id, text, fileIds: files.map(({ fileId }) => fileId) });
      toast.done("已答复");
      await refreshCertification();
    });
  };
  return (
    <div className="thread-answer">
      <Input.TextArea
        rows={3}
        value={text}
        maxLength={LONGEST}
        aria-label={`答复：${enquiry.label}`}
        placeholder="写明情况，需要时附上材料"
        {...(problem && { status: "error" as const })}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      {problem && <Notice tone="danger" title={problem} />}
      <Files files={files} onRemove={(id) => setFiles((before) => before.filter(({ fileId }) => fileId !== id))} />
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={`附上材料：${enquiry.label}`}
        accept={FILE_KINDS.document.join(",")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void upload(file);
        }}
      />
      <div className="thread-files">
        <Button icon={<icons.Upload />} loading={busy === "uploading"} onClick={() => input.current?.click()}>
          附上材料
        </Button>
        <Button type="primary" loading={busy === "sending"} onClick={() => void send()}>
          提交答复
        </Button>
      </div>
    </div>
  );
}
