import { type PortalPath, BRAND, LEGAL_TEXTS, type LegalText } from "@coralhub/domain";
import { Brand } from "@coralhub/ui/light";
import { AGREEMENT } from "./agreement-text.ts";
import type { Chapter } from "./legal-text.ts";
import { PRIVACY } from "./privacy-text.ts";

const TEXTS: Record<LegalText, readonly Chapter[]> = { agreement: AGREEMENT, privacy: PRIVACY };

/** A legal text to be read: no script, a table of contents, the version and its date on top. */
export function LegalPage({ text }: { text: LegalText }) {
  const { title, version, effectiveFrom } = LEGAL_TEXTS[text];
  const other = LEGAL_TEXTS[text === "agreement" ? "privacy" : "agreement"];
  return (
    <div className="legal">
      <header className="legal-head">
        <a href={"/login" satisfies PortalPath} aria-label={`${BRAND.name}，去登录`}>
          <Brand />
        </a>
        <a href={other.path}>{other.title}</a>
      </header>
      <main className="legal-main">
        <h1 className="type-hero">{title}</h1>
        <p className="legal-version">
          版本 {version}，自 {effectiveFrom} 起生效
        </p>
        <nav className="legal-contents" aria-label="目录">
          <ol>
            {TEXTS[text].map(({ heading }, index) => (
              <li key={heading}>
                <a href={`#c${index + 1}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        {TEXTS[text].map((chapter, index) => (
          <section key={chapter.heading} id={`c${index + 1}`}>
            <h2 className="type-section">
              {index + 1}. {chapter.heading}
            </h2>
            {chapter.body.map((part) =>
              typeof part === "string" ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part[0]}>
                  {part.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </main>
      <footer className="legal-foot">
        <span>{BRAND.company}</span>
        <span>{BRAND.icp}</span>
      </footer>
    </div>
  );
}
