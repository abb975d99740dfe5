import type { PosterPage } from "@coralhub/domain";
import type { ReactNode } from "react";
import "./share-page.css";

type Props = {
  page: PosterPage;
  /** How the link is passed on: by a button where the page has a script, by the link itself where it has none. */
  children: ReactNode;
  hint: string;
};

/** Passing a page on: its link, and the server's poster with the code that a phone reads. Needs no script. */
export function SharePage({ page, hint, children }: Props) {
  const poster = `/api/activity/poster/${page}`;
  return (
    <div className="share-page">
      <img src={poster} alt="海报，扫二维码打开本页" width="150" height="240" loading="lazy" />
      <div>
        <h2 className="type-section">告诉同行</h2>
        <p>{hint}</p>
        <p className="share-page-ways">
          {children}
          <a href={poster} target="_blank" rel="noreferrer">
            打开海报和二维码
          </a>
        </p>
      </div>
    </div>
  );
}
